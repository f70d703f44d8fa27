import Testing

/// The modules with Swift in them, the modules that each imports, and which of them are pure.
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
      let names = (match.3 ?? "").matches(of: /"(\w+)"/).map { String($0.1) }
      graph.names.append(name)
      graph.imports[name] = Set(names).intersection(modules)
      if match.1 == "pure" { graph.pure.insert(name) }
    }
    try #require(graph.names.count > 20, "the manifest is not understood")
    return graph
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
