import Testing

/// The graph of modules in `Sources/README.md` is that of `Package.swift` and of the sources.
@Suite("The drawing of the architecture")
struct ArchitectureDrawingTests {
  private typealias Graph = [String: Set<String>]

  private static let document = "Sources/README.md"

  /// The lines `Module: What It Knows` of the block of modules.
  private static func drawn() throws -> Graph {
    let block = try #require(
      try Repository.text(document).firstMatch(of: /(?s)\n```modules\n(.*?)\n```\n/)
    )
    var graph: Graph = [:]
    for line in block.1.split(separator: "\n") {
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      try #require(parts.count == 2, "not 'Module: Other Modules': \(line)")
      graph[String(parts[0])] = Set(parts[1].split(separator: " ").map(String.init))
    }
    return graph
  }

  /// The modules of the manifest that have Swift in them, what each depends on, and which are pure.
  private static func manifest() throws -> (graph: Graph, pure: Set<String>) {
    let modules = Set(try Repository.modules())
    var graph: Graph = [:]
    var pure: Set<String> = []
    let target = /\b(pure|shell|program)\(\s*"(\w+)"(?:,\s*\[([^\]]*)\])?/
    for match in try Repository.text("Package.swift").matches(of: target) {
      let name = String(match.2)
      let names = (match.3 ?? "").matches(of: /"(\w+)"/).map { String($0.1) }
      graph[name] = Set(names).intersection(modules)
      if match.1 == "pure" { pure.insert(name) }
    }
    return (graph, pure)
  }

  @Test("the drawing has the arrows of the manifest")
  func arrows() throws {
    let drawn = try Self.drawn()
    let manifest = try Self.manifest().graph
    try #require(manifest.count > 20)
    for module in Set(drawn.keys).union(manifest.keys).sorted() {
      let (left, right) = (drawn[module]?.sorted(), manifest[module]?.sorted())
      #expect(left == right, "\(module): \(Self.document) against Package.swift")
    }
  }

  @Test("the manifest has the arrows of the sources")
  func imports() throws {
    let modules = Set(try Repository.modules())
    for (module, dependencies) in try Self.manifest().graph {
      let imported = try Repository.imports(below: "Sources/\(module)").keys
      #expect(
        Set(imported).intersection(modules).sorted() == dependencies.sorted(),
        "what \(module) imports, against its dependencies in Package.swift"
      )
    }
  }

  @Test("the house has a line for every module, and says which ones are pure")
  func house() throws {
    let rows = try Repository.text(Self.document)
      .matches(of: /(?m)^\| (\w+) \| (pure )?\| \S.*\|$/)
      .filter { $0.1 != "module" }
    let pure = rows.filter { $0.2 != nil }.map { String($0.1) }
    #expect(rows.map { String($0.1) }.sorted() == (try Repository.modules()))
    #expect(Set(pure) == (try Self.manifest().pure))
  }
}
