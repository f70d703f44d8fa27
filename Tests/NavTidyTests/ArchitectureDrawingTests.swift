import Testing

/// The graph of modules in `Sources/README.md` is that of `Package.swift` and of the sources.
@Suite("The drawing of the architecture")
struct ArchitectureDrawingTests {
  @Test("the drawing has the arrows of the manifest")
  func arrows() throws {
    let drawn = try ModuleGraph.drawn().imports
    let manifest = try ModuleGraph.manifest().imports
    for module in Set(drawn.keys).union(manifest.keys).sorted() {
      let (left, right) = (drawn[module]?.sorted(), manifest[module]?.sorted())
      #expect(left == right, "\(module): \(ModuleGraph.document) against Package.swift")
    }
  }

  @Test("the manifest has the arrows of the sources")
  func imports() throws {
    let modules = Set(try Repository.modules())
    for (module, dependencies) in try ModuleGraph.manifest().imports {
      let imported = try Repository.imports(below: "Sources/\(module)").keys
      #expect(
        Set(imported).intersection(modules).sorted() == dependencies.sorted(),
        "what \(module) imports, against its dependencies in Package.swift"
      )
    }
  }

  @Test("the tests import what Package.swift gives them, and nothing else of the repository")
  func importsOfTests() throws {
    // Tests start these without importing them.
    let programs: Set = ["navd", "navclient", "navbench", "navpicture"]
    let targets = try ModuleGraph.tests()
    let names = Set(try Repository.modules()).union(targets.map(\.name))
    for target in targets {
      let imported = Set(try Repository.imports(below: target.folder).keys).intersection(names)
      let missing = imported.subtracting(target.dependencies).subtracting(["NavTestKit"]).sorted()
      #expect(missing == [], "imported by \(target.name), without a dependency in Package.swift")
      let unused = target.dependencies.intersection(names).subtracting(imported)
        .subtracting(programs).sorted()
      #expect(unused == [], "dependencies of \(target.name) in Package.swift, without an import")
    }
  }

  @Test("the house has a line for every module, and says which ones are pure")
  func house() throws {
    let rows = try Repository.text(ModuleGraph.document)
      .matches(of: /(?m)^\| (\w+) \| (pure )?\| \S.*\|$/)
      .filter { $0.1 != "module" }
    let pure = rows.filter { $0.2 != nil }.map { String($0.1) }
    #expect(rows.map { String($0.1) }.sorted() == (try Repository.modules()))
    #expect(Set(pure) == (try ModuleGraph.manifest().pure))
  }
}
