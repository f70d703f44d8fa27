import Testing

/// Folders of one module do not import one another, so what one of them may know is a rule here: which types of the
/// others it names.
@Suite("The arrows between the folders of a module")
struct FolderArrowTests {
  /// The folders of the block in `Sources/README.md`, each with those of its module that it may name.
  private static let drawn = Result {
    let block = try #require(
      try Repository.text(ModuleGraph.document).firstMatch(of: /(?s)\n```folders\n(.*?)\n```\n/)
    )
    return try block.1.split(separator: "\n").map { line in
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      try #require(parts.count == 2, "not 'Module/Folder: Other Folders': \(line)")
      return (folder: String(parts[0]), known: Set(parts[1].split(separator: " ").map(String.init)))
    }
  }

  private static let types = Result {
    try FolderTypes(folders: try drawn.get().map(\.folder))
  }

  /// The last part of a path: what a line of the block calls a folder.
  private static func name(_ folder: String) -> String {
    folder.split(separator: "/").last.map(String.init) ?? folder
  }

  private static func module(_ folder: String) -> Substring { folder.prefix { $0 != "/" } }

  @Test("every file of a module with folders is in one that is drawn")
  func everyFolder() throws {
    let folders = try Self.drawn.get().map(\.folder)
    #expect(folders.count > 20 && Set(folders).count == folders.count)
    for module in Set(folders.map(Self.module)) {
      for file in try Repository.files(below: "Sources/\(module)", endings: ["swift"]) {
        #expect(folders.contains { file.hasPrefix("Sources/\($0)/") }, "\(file)")
      }
    }
  }

  @Test("a folder names types of those folders alone that it may know")
  func inside() throws {
    let (drawn, types) = (try Self.drawn.get(), try Self.types.get())
    for (folder, known) in drawn {
      #expect(!types.types(of: folder).isEmpty, "no types in \(folder)")
      let neighbours = drawn.map(\.folder)
        .filter { Self.module($0) == Self.module(folder) && $0 != folder }
      #expect(known.isSubset(of: neighbours.map(Self.name)), "\(folder) may know a stranger")
      for other in neighbours where !known.contains(Self.name(other)) {
        let found = types.names(in: folder, of: other)
        #expect(found == [], "\(folder) may not know \(other)")
      }
    }
  }

  @Test("folders of other modules that one may not know, though it imports the module")
  func outside() throws {
    let strangers: [(folder: String, others: [String])] = [
      // The daemon's core decides on the stored data.
      ("NavViewer/Viewer", ["NavWire/State"]), ("NavViewer/Canvas", ["NavWire/State"]),
      ("NavViewer/Input", ["NavWire/State"]), ("NavViewer/Inspect", ["NavWire/State"]),
      ("NavClient/Client", ["NavWire/State"]), ("NavClient/Terminal", ["NavWire/State"]),
      ("navclient", ["NavWire/State"]), ("NavSystem/Keys", ["NavWire/State"]),
      ("NavDaemon/Daemon", ["NavWire/State", "NavEngine/Layout"]),
      // A preview has neither a viewer nor a terminal.
      ("NavDaemon/Preview", ["NavWire/State", "NavViewer/Viewer", "NavViewer/Input"]),
    ]
    let types = try Self.types.get()
    for (folder, others) in strangers {
      for other in others {
        #expect(!types.types(of: other).isEmpty, "no types in \(other)")
        #expect(types.names(in: folder, of: other) == [], "\(folder) may not know \(other)")
      }
    }
  }

  @Test("a name that is used is found, and one in a comment or a text is not")
  func scanner() throws {
    let types = try Self.types.get()
    #expect(types.types(of: "NavBase/Geometry").isSuperset(of: ["CellGrid", "CellRect"]))
    let users = types.names(in: "NavEngine/Layout", of: "NavBase/Geometry")
    #expect(users.contains { $0.hasPrefix("Sources/NavEngine/Layout/Stack/") })
    // `PagerNode` is a type of Session that a comment of Layout could name.
    #expect(types.types(of: "NavEngine/Session").contains("PagerNode"))
  }
}
