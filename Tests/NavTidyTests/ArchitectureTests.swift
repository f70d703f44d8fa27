import Foundation
import Testing

/// The graph itself is compared in `ArchitectureDrawingTests`: these are the rules that it follows.
@Suite("The arrows of the architecture")
struct ArchitectureTests {
  /// System libraries and the project's own C modules and program: no Swift in them.
  private static let withoutSwift = [
    "CCMark", "CMicroHTTPD", "CQRencode", "CNavMarkdown", "CNavSupport", "CNavTOML", "CSQLite",
    "CSodium",
    "CUTF8Proc",
    "CVTerm", "CYAML", "CZeroMQ", "navpicture",
  ]

  @Test("the drawing names every module")
  func everyModule() throws {
    let drawn = try ModuleGraph.drawn().names
    #expect(try Repository.modules() == (drawn + Self.withoutSwift).sorted())
    for module in Self.withoutSwift {
      #expect(try Repository.files(below: "Sources/\(module)", endings: ["swift"]) == [])
    }
  }

  @Test("no arrow leads upwards: a module imports modules that stand above it in the drawing")
  func noCycles() throws {
    let graph = try ModuleGraph.drawn()
    for (index, module) in graph.names.enumerated() {
      let later = Set(graph.names[index...])
      let imports = graph.imports[module] ?? []
      #expect(imports.isDisjoint(with: later), "\(module) imports what stands below it")
    }
  }

  @Test("pure modules have no side effects")
  func purity() throws {
    let world: Set = [
      "Foundation", "FoundationEssentials", "Glibc", "Musl", "Dispatch", "Synchronization",
      "Logging", "Observation", "CNavSupport", "CZeroMQ", "ZeroMQ",
    ]
    // Nor through APIs that need no import.
    let forbidden =
      /\b(Task|ContinuousClock|SuspendingClock|SystemRandomNumberGenerator)\b|\b(print|readLine)\(|\.random\((?!.*using)|\.(random|shuffled|shuffle|randomElement)\(\)|\bactor\s|\basync\b/
    for module in try ModuleGraph.manifest().pure {
      for (name, files) in try Repository.imports(below: "Sources/\(module)") {
        #expect(!world.contains(name), "\(module) imports \(name) in \(files)")
      }
      for file in try Repository.files(below: "Sources/\(module)", endings: ["swift"]) {
        for line in try Repository.text(file).split(separator: "\n") {
          let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
          if code.firstMatch(of: forbidden) != nil { Issue.record("\(file): \(line)") }
        }
      }
    }
  }

  @Test("modules that only some others may import")
  func onlySome() throws {
    // Modules, and folders of modules.
    let owners: [String: [String]] = [
      "CZeroMQ": ["ZeroMQ"],
      "CMicroHTTPD": ["NavDaemon/MicroHTTPD"], "CSodium": ["NavDaemon/Daemon", "NavSystem/Keys"],
      "CCMark": ["NavContent"], "CNavMarkdown": ["NavContent"], "CUTF8Proc": ["NavBase/Text"],
      "CVTerm": [], "CQRencode": ["NavClient/Client"],
      "CNavSupport": ["NavSystem/System", "NavContent", "NavDaemon/Daemon", "NavClient"],
      "ArgumentParser": ["navd", "navclient"], "Logging": ["NavDaemon/Daemon"],
      "CSQLite": ["NavStore/SQLite"], "NavStore": ["NavDaemon/Daemon"],
      "CNavTOML": ["NavSystem/Configuration"], "CYAML": ["NavContent"],
      "NavEngine": ["NavHost", "NavDaemon"], "NavHost": ["NavDaemon"],
      "NavContent": ["NavDaemon", "navd", "navclient"], "NavDaemon": ["navd"],
      "NavViewer": ["NavDaemon/Preview", "NavClient", "navclient"], "NavClient": ["navclient"],
      "ZeroMQ": ["NavSystem/Keys", "NavDaemon/Daemon", "NavClient/Client"],
      "Dispatch": ["NavStore/Store"], "FoundationEssentials": ["NavSystem/System"],
      "Foundation": [],
    ]
    for module in try Repository.modules() {
      for (name, files) in try Repository.imports(below: "Sources/\(module)") {
        guard let owners = owners[name] else { continue }
        let others = files.filter { file in
          !owners.contains { file.hasPrefix("Sources/\($0)/") }
        }
        #expect(others == [], "\(module) imports \(name)")
      }
    }
  }

  @Test(
    "the client can't be an authority: it does not link the engine, content or the daemon"
  )
  func clientIsNoAuthority() throws {
    let graph = try ModuleGraph.manifest()
    let authorities: Set = ["NavEngine", "NavHost", "NavDaemon", "NavStore"]
    let client = graph.reached(from: "NavClient")
    #expect(client.isDisjoint(with: authorities.union(["NavContent"])))
    #expect(client.isSuperset(of: ["NavScene", "NavViewer"]))
    // The program links content to check files; its scenes come from the daemon.
    #expect(graph.reached(from: "navclient").isDisjoint(with: authorities))
  }

  @Test("paths go to the system as bytes: `terminated`, literals, or C strings")
  func paths() throws {
    let call =
      /(^|[^.\w])(fopen|opendir|realpath|access|mkdir|rmdir|rename|symlink|lstat|stat|open)\((path|file|directory|draft|part|source|target|place)\s*[,)]/
    // They have paths of the system itself, as C strings.
    let edges = ["NavSystem/System/Descriptor.swift", "NavClient/Terminal/Terminal.swift"].map {
      "Sources/" + $0
    }
    for module in try Repository.modules() where module != "ZeroMQ" {
      guard try Repository.imports(below: "Sources/\(module)")["Glibc"] != nil else { continue }
      for file in try Repository.files(below: "Sources/\(module)", endings: ["swift"])
      where !edges.contains(file) {
        for line in try Repository.text(file).split(separator: "\n") {
          let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
          if !code.contains("func "), code.firstMatch(of: call) != nil {
            Issue.record("\(file): \(line)")
          }
        }
      }
    }
  }

  @Test("the programs write texts through `Console`")
  func console() throws {
    let call = /(^|[^\w.])(Swift\.)?print\(|exit\(withError|write\(STD(ERR|OUT)_FILENO/
    let terminal = ["Plain/PlainViewer.swift"].map { "Sources/NavClient/Client/\($0)" }
    // NavContent has methods of that name, and no part in what the programs write.
    for module in try Repository.modules() where !["NavContent", "NavSystem"].contains(module) {
      for file in try Repository.files(below: "Sources/\(module)", endings: ["swift"])
      where !terminal.contains(file) {
        for line in try Repository.text(file).split(separator: "\n") {
          let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
          if code.firstMatch(of: call) != nil { Issue.record("\(file): \(line)") }
        }
      }
    }
  }

  @Test("only the programs end the process, and the console where it can't write")
  func exits() throws {
    let call = /(^|[^\w.])(_?exit|quick_exit|abort)\s*\(/
    for module in try Repository.modules() where !["navd", "navclient"].contains(module) {
      for file in try Repository.files(below: "Sources/\(module)", endings: ["swift"])
      where file != "Sources/NavSystem/System/Console.swift" {
        for line in try Repository.text(file).split(separator: "\n") {
          let isDeclaration = line.contains("case exit(") || line.contains("func exit(")
          #expect(line.firstMatch(of: call) == nil || isDeclaration, "\(file): \(line)")
        }
      }
    }
  }
}
