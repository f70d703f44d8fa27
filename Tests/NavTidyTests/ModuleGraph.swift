import Testing

/// The modules with Swift in them, the modules that each imports, and which of them are pure; the targets of tests.
struct ModuleGraph {
  /// From the ground up.
  private(set) var names: [String] = []
  private(set) var imports: [String: Set<String>] = [:]
  private(set) var pure: Set<String> = []

  /// The document with the drawing.
  static let document = "Sources/README.md"

  /// The graph of `Package.swift`, in its order.
  static func manifest() throws -> ModuleGraph {
    let modules = Set(try Repository.modules())
    var graph = ModuleGraph()
    let target = /\b(pure|shell|program)\(\s*"(\w+)"(?:,\s*\[([^\]]*)\])?/
    for match in try Repository.text("Package.swift").matches(of: target) {
      let name = String(match.2)
      graph.names.append(name)
      graph.imports[name] = names(in: match.3 ?? "").intersection(modules)
      if match.1 == "pure" { graph.pure.insert(name) }
    }
    try #require(graph.names.count > 10, "the manifest is not understood")
    return graph
  }

  /// A target below `Tests`.
  struct TestTarget {
    let name: String
    let folder: String
    /// The targets and products that `Package.swift` lists for it, without `NavTestKit` for tests, which all have it.
    let dependencies: Set<String>
  }

  /// The targets below `Tests` that `Package.swift` always has: all but the entry points of the fuzzers.
  static func tests() throws -> [TestTarget] {
    let manifest = try Repository.text("Package.swift")
    let tests = manifest.matches(of: /\btests\(\s*"(\w+)",\s*\[([^\]]*)\]/).map {
      TestTarget(name: String($0.1), folder: "Tests/\($0.1)", dependencies: names(in: $0.2))
    }
    let others = manifest.matches(
      of: /\bname: "(\w+)",\s*dependencies: \[([^\]]*)\],\s*path: "(Tests\/[\w\/]+)"/
    ).map {
      TestTarget(name: String($0.1), folder: String($0.3), dependencies: names(in: $0.2))
    }
    try #require(tests.count > 10 && others.count > 4, "the manifest is not understood")
    return tests + others
  }

  private static func names(in list: Substring) -> Set<String> {
    Set(list.matches(of: /"(\w+)"/).map { String($0.1) })
  }

  /// The graph that the architecture draws: lines `Module: Imported Modules` of the block of modules.
  static func drawn() throws -> ModuleGraph {
    let block = try #require(
      try Repository.text(document).firstMatch(of: /(?s)\n```modules\n(.*?)\n```\n/)
    )
    var graph = ModuleGraph()
    for line in block.1.split(separator: "\n") {
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      try #require(parts.count == 2, "not 'Module: Other Modules': \(line)")
      graph.names.append(String(parts[0]))
      graph.imports[String(parts[0])] = Set(parts[1].split(separator: " ").map(String.init))
    }
    return graph
  }

  /// Returns the direct and indirect imports of a module, itself included.
  func reached(from name: String) -> Set<String> {
    var reached: Set = [name]
    var waiting = [name]
    while let name = waiting.popLast() {
      for next in imports[name] ?? [] where reached.insert(next).inserted { waiting.append(next) }
    }
    return reached
  }
}
