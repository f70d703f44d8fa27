import Testing

/// A type with more stored properties than others, and why.
private struct LargeType: CustomTestStringConvertible {
  let name: String
  let reason: String

  var testDescription: String { name }
}

@Suite("Sizes: machines are small, and so are functions")
struct SizeTests {
  /// The most stored properties of a type.
  private static let mostStored = 10
  /// The most lines of a function.
  private static let mostLines = 70

  /// The modules that keep these sizes: all with Swift in them.
  private static let modules = (try? ModuleGraph.manifest().names) ?? []

  /// Tables of limits or constants and values of the wire, which grow with what they describe.
  private static let exceptions: [LargeType] = []

  private struct FileSizes: Sendable {
    let file: String
    let functions: [SwiftSizes.Function]
    let types: [SwiftSizes.Container]
  }

  /// The sizes in each file of each module, read once for all tests.
  private static let allSizes = Result {
    try Dictionary(uniqueKeysWithValues: modules.map { ($0, try readSizes(of: $0)) })
  }

  private static func sizes(of module: String) throws -> [FileSizes] {
    try allSizes.get()[module] ?? []
  }

  private static func readSizes(of module: String) throws -> [FileSizes] {
    try Repository.files(below: "Sources/\(module)", endings: ["swift"])
      .filter { !$0.contains("/Generated/") }
      .map { file in
        let sizes = SwiftSizes(try Repository.text(file))
        return FileSizes(file: file, functions: sizes.functions, types: sizes.types)
      }
  }

  @Test("all modules keep them")
  func allModules() { #expect(Self.modules.count > 20) }

  @Test("no function is longer than 70 lines", arguments: modules)
  func functions(in module: String) throws {
    for sizes in try Self.sizes(of: module) {
      for function in sizes.functions where function.lines > Self.mostLines {
        Issue.record("\(sizes.file): \(function.name) has \(function.lines) lines: divide it")
      }
    }
  }

  @Test("no type has more than ten stored properties", arguments: modules)
  func types(in module: String) throws {
    let exceptions = Set(Self.exceptions.map(\.name))
    for sizes in try Self.sizes(of: module) {
      for type in sizes.types
      where type.stored.count > Self.mostStored && !exceptions.contains(type.name) {
        let names = type.stored.joined(separator: ", ")
        Issue.record("\(sizes.file): \(type.name) has \(type.stored.count) (\(names)): compose it")
      }
    }
  }

  @Test("each exception is still needed")
  func exceptionsAreNeeded() throws {
    let large = try Self.modules.flatMap { try Self.sizes(of: $0) }.flatMap(\.types)
      .filter { $0.stored.count > Self.mostStored }.map(\.name)
    for exception in Self.exceptions {
      #expect(large.contains(exception.name), "\(exception.name): \(exception.reason)")
    }
  }

  @Test("sizes are counted as the compiler sees them")
  func counting() {
    let sizes = SwiftSizes(
      """
      package struct Outer<T>: Sendable {
        static let limit = 3
        package internal(set) var a: Int
        private let b = [1].map { $0 }
        var c: Int { a }
        var d: Int {
          didSet { a = d }
        }
        var e: Int {
          get { a }
        }
        @Wrapped var f = 1

        struct Inner {
          let x: Int
        }

        enum Kind {
          case one
          var title: String { "" }
        }

        init(
          a: Int
        ) {
          let local = a
          self.a = local
        }

        func short() -> Int { 1 }
      }

      extension Outer {
        var g: Int { 1 }

        mutating func long() {
          a = 1

          a = 2
        }
      }

      protocol Shape {
        func area() -> Int
        func name() -> Int
      }
      """
    )
    #expect(
      sizes.types == [
        SwiftSizes.Container(name: "Outer", stored: ["a", "b", "d", "f"]),
        SwiftSizes.Container(name: "Outer.Inner", stored: ["x"]),
      ]
    )
    #expect(
      sizes.functions == [
        SwiftSizes.Function(name: "init", lines: 6),
        SwiftSizes.Function(name: "func short", lines: 1),
        SwiftSizes.Function(name: "func long", lines: 5),
        SwiftSizes.Function(name: "func area", lines: 1),
        SwiftSizes.Function(name: "func name", lines: 1),
      ]
    )
  }
}
