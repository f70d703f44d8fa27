import Foundation
import Testing

/// One module and its permitted imports.
private struct Module: CustomTestStringConvertible {
  let name: String
  /// All its imports, except those of generated code in `Generated`.
  let imports: Set<String>
  /// No sockets, files, clocks, random numbers, threads.
  let isPure: Bool

  static func pure(_ name: String, _ imports: Set<String> = []) -> Module {
    Module(name: name, imports: imports, isPure: true)
  }

  static func shell(_ name: String, _ imports: Set<String>) -> Module {
    Module(name: name, imports: imports, isPure: false)
  }

  var testDescription: String { name }
}

@Suite("The arrows of the architecture")
struct ArchitectureTests {
  /// All modules from the ground up: a module may import only modules above it in this table.
  private static let house: [Module] = [
    .pure("NavGeometry"),
    .pure("NavText", ["CUTF8Proc"]),
    .pure("NavScene", ["NavGeometry", "NavText"]),
    .pure("NavModel", ["NavText"]),
    .pure("NavLayout", ["NavGeometry", "NavModel", "NavScene", "NavText"]),
    .pure("NavCommands"),
    .pure(
      "NavSession",
      ["NavCommands", "NavGeometry", "NavLayout", "NavModel", "NavScene", "NavText"]
    ),
    .pure("NavSync", ["NavGeometry", "NavScene", "NavText"]),
    .pure(
      "NavWire",
      ["NavCommands", "NavGeometry", "NavModel", "NavScene", "NavSync", "NavText", "SwiftProtobuf"]
    ),
    .pure("NavCanvas", ["NavGeometry", "NavScene", "NavText"]),
    .pure("NavInput", ["NavCommands"]),
    .shell(
      "NavInspect",
      ["FoundationEssentials", "NavCanvas", "NavGeometry", "NavScene", "NavText"]
    ),
    .shell("ZeroMQ", ["CZeroMQ", "Glibc", "Synchronization"]),
    .shell(
      "NavContent",
      [
        "CCMark", "CNavSupport", "CYaml", "Glibc", "NavLayout", "NavText", "Synchronization",
        "Yams",
      ]
    ),
    .shell(
      "NavStore",
      ["Dispatch", "FoundationEssentials", "GRDB", "GRDBSQLite", "Glibc", "Synchronization"]
    ),
    .shell("NavConfiguration", ["CNavSupport", "Glibc", "NavText", "TOMLKit"]),
    .shell("NavTerminal", ["CNavSupport", "Glibc", "NavCanvas", "NavGeometry"]),
    .shell(
      "NavDaemon",
      [
        "CNavSupport", "CSodium", "Glibc", "NavCommands", "NavConfiguration", "NavContent",
        "NavGeometry", "NavLayout", "NavModel", "NavScene", "NavSession", "NavStore", "NavSync",
        "NavText", "NavWire", "Synchronization", "ZeroMQ",
      ]
    ),
    .shell(
      "NavClient",
      [
        "CNavSupport", "Glibc", "NavCanvas", "NavCommands", "NavConfiguration", "NavGeometry",
        "NavInput", "NavInspect", "NavModel", "NavScene", "NavSync", "NavTerminal", "NavText",
        "NavWire", "ZeroMQ",
      ]
    ),
    .shell(
      "NavPreview",
      [
        "NavCanvas", "NavCommands", "NavContent", "NavDaemon", "NavGeometry", "NavInspect",
        "NavLayout", "NavScene", "NavSession", "NavSync", "NavWire",
      ]
    ),
    .shell(
      "navd",
      [
        "ArgumentParser", "Glibc", "NavConfiguration", "NavDaemon", "NavGeometry", "NavPreview",
        "NavWire",
      ]
    ),
    .shell(
      "navclient",
      [
        "ArgumentParser", "Glibc", "NavClient", "NavCommands", "NavConfiguration", "NavContent",
        "NavGeometry", "NavInspect", "NavTerminal", "NavWire",
      ]
    ),
    .shell(
      "navbench",
      [
        "ArgumentParser", "CNavSupport", "Glibc", "NavCanvas", "NavCommands", "NavGeometry",
        "NavLayout", "NavModel", "NavScene", "NavSync", "NavText", "NavWire", "ZeroMQ",
      ]
    ),
  ]

  /// System libraries and the project's only C module: no Swift in them.
  private static let withoutSwift = [
    "CCMark", "CNavSupport", "CSodium", "CUTF8Proc", "CVTerm", "CZeroMQ",
  ]

  @Test("the table names every module")
  func everyModule() throws {
    #expect(try Repository.modules() == (Self.house.map(\.name) + Self.withoutSwift).sorted())
    for module in Self.withoutSwift {
      #expect(try Repository.files(below: "Sources/\(module)", endings: ["swift"]) == [])
    }
  }

  @Test("the table has no arrow upwards")
  func noCycles() {
    for (index, module) in Self.house.enumerated() {
      let above = Set(Self.house[index...].map(\.name))
      #expect(module.imports.isDisjoint(with: above), "\(module.name) knows what stands on it")
    }
  }

  @Test("a module imports what the table says and nothing else", arguments: house)
  private func imports(_ module: Module) throws {
    let written = try Repository.imports(below: "Sources/\(module.name)")
      .compactMapValues { files in
        let own = files.filter { !$0.contains("/Generated/") }
        return own.isEmpty ? nil : own
      }
    for (name, files) in written where !module.imports.contains(name) {
      Issue.record("\(module.name) imports \(name) in \(files): is that arrow meant to be?")
    }
    let unused = module.imports.subtracting(written.keys)
    #expect(unused.isEmpty, "\(module.name) does not import \(unused): take it out of the table")
  }

  @Test("pure modules have no side effects", arguments: house.filter(\.isPure))
  private func purity(_ module: Module) throws {
    let world: Set = [
      "Foundation", "FoundationEssentials", "Glibc", "Musl", "Dispatch", "Synchronization",
      "Logging", "Observation", "CNavSupport", "CZeroMQ", "ZeroMQ",
    ]
    #expect(module.imports.isDisjoint(with: world))
    // Nor through APIs that need no import.
    let forbidden =
      /\b(Task|ContinuousClock|SuspendingClock|SystemRandomNumberGenerator)\b|\b(print|readLine)\(|\.random\((?!.*using)|\.(random|shuffled|shuffle|randomElement)\(\)|\bactor\s|\basync\b/
    for file in try Repository.files(below: "Sources/\(module.name)", endings: ["swift"])
    where !file.contains("/Generated/") {
      for line in try Repository.text(file).split(separator: "\n") {
        let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
        if code.firstMatch(of: forbidden) != nil { Issue.record("\(file): \(line)") }
      }
    }
  }

  @Test("modules that only some others may import")
  func onlySome() throws {
    let owners: [String: Set<String>] = [
      "SwiftProtobuf": ["NavWire"], "CZeroMQ": ["ZeroMQ"], "CSodium": ["NavDaemon"],
      "CCMark": ["NavContent"], "CUTF8Proc": ["NavText"], "CVTerm": [],
      "CNavSupport": [
        "NavConfiguration", "NavTerminal", "NavContent", "NavDaemon", "NavClient", "navbench",
      ],
      "ArgumentParser": ["navd", "navclient", "navbench"],
      "GRDB": ["NavStore"], "GRDBSQLite": ["NavStore"], "NavStore": ["NavDaemon"],
      "TOMLKit": ["NavConfiguration"], "Yams": ["NavContent"], "CYaml": ["NavContent"],
      "NavSession": ["NavDaemon", "NavPreview"],
      "NavContent": ["NavDaemon", "NavPreview", "navclient"], "NavDaemon": ["navd", "NavPreview"],
      "NavPreview": ["navd"], "NavClient": ["navclient"],
      "ZeroMQ": ["NavDaemon", "NavClient", "navbench"],
    ]
    for module in try Repository.modules() {
      for (name, files) in try Repository.imports(below: "Sources/\(module)") {
        let isAllowed = owners[name]?.contains(module) ?? true
        #expect(isAllowed, "\(module) imports \(name) in \(files)")
      }
    }
  }

  @Test("the client can't be an authority: it does not link the session, content or the daemon")
  func clientIsNoAuthority() {
    let authorities: Set = ["NavSession", "NavDaemon", "NavPreview", "NavStore"]
    let client = Self.reached(from: "NavClient")
    #expect(client.isDisjoint(with: authorities.union(["NavContent", "NavLayout"])))
    #expect(client.contains("NavSync"))
    // The program links content to check files; its scenes come from the daemon.
    #expect(Self.reached(from: "navclient").isDisjoint(with: authorities))
  }

  /// Returns all direct and indirect imports of a module.
  private static func reached(from name: String) -> Set<String> {
    var reached: Set = [name]
    var waiting = [name]
    while let name = waiting.popLast() {
      for next in house.first(where: { $0.name == name })?.imports ?? []
      where reached.insert(next).inserted {
        waiting.append(next)
      }
    }
    return reached
  }

  @Test("only the programs end the process")
  func exits() throws {
    let call = /(^|[^\w.])(_?exit|quick_exit|abort)\s*\(/
    for module in try Repository.modules()
    where !["navd", "navclient", "navbench"].contains(module) {
      for file in try Repository.files(below: "Sources/\(module)", endings: ["swift"]) {
        for line in try Repository.text(file).split(separator: "\n") {
          let isDeclaration = line.contains("case exit(") || line.contains("func exit(")
          #expect(line.firstMatch(of: call) == nil || isDeclaration, "\(file): \(line)")
        }
      }
    }
  }
}
