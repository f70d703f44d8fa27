import Foundation
import Glibc
import NavBase
import NavContent
import NavEngine
import NavHost
import NavScene
import NavSystem
import NavTestKit
import NavWire
import Testing

@testable import NavDaemon

@Suite("Files of clients on the disk (proto/README.md: Content from clients)")
struct BundleStoreTests {
  private func withDirectory(_ body: (String) throws -> Void) throws {
    let directory = try makeTemporaryDirectory("bundles")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try body(directory)
  }

  /// Files by their paths.
  private static func manifest(_ files: [String: [UInt8]]) throws -> BundleManifest {
    try BundleManifest(
      files.map { path, bytes in
        BundleFile(
          path: path,
          size: bytes.count,
          hash: ContentHash(of: bytes),
          isExecutable: path.hasSuffix(".sh")
        )
      }
    )
  }

  private static func id(of manifest: BundleManifest) -> ContentHash {
    ContentHash(of: manifest.canonicalBytes)
  }

  private static func piece(
    _ bytes: [UInt8],
    _ range: Range<Int>
  ) -> Request.Bundle.Piece {
    Request.Bundle.Piece(
      of: ContentHash(of: bytes),
      offset: range.lowerBound,
      bytes: Array(bytes[range])
    )
  }

  /// Opens a bundle for a session that shows it.
  private static func open(
    _ bundle: ContentHash,
    for session: UInt64,
    in store: BundleStore
  ) throws(ContentFailure) -> String {
    store.announce(bundle, for: session)
    return try store.open(bundle, for: session)
  }

  private static func text(at path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }

  private static let deck = Array("# Kyoto\n\nfirst\n".utf8)
  private static let note = Array("a note".utf8)
  private static let files = [
    "kyoto/talk.md": deck, "kyoto/code/run.sh": note, "kyoto/code/same.txt": note, "kyoto/none": [],
  ]

  private static func send(_ store: BundleStore) throws -> ContentHash {
    let manifest = try manifest(files)
    let id = id(of: manifest)
    let needs = try store.run(.offer(id: id, manifest)).needs
    let own = Set([deck, note].map { ContentHash(of: $0) })
    #expect(Set(needs.map(\.hash)) == own, "each file once, and the empty one not at all")
    let state = try store.run(
      .put(id: id, manifest, [piece(deck, 0..<deck.count), piece(note, 0..<note.count)])
    )
    #expect(state == Reply.BundleState(id: id, needs: [], isComplete: true))
    return id
  }

  @Test("files are put together as they were offered, and read at the same place in every version")
  func whole() throws {
    try withDirectory { directory in
      let store = BundleStore(in: directory)
      #expect(store.complete.isEmpty)
      let id = try Self.send(store)
      let root = try Self.open(id, for: 5, in: store)
      #expect(store.root(of: 5) == root && store.root(of: 6) == nil)
      for (path, bytes) in Self.files {
        #expect(
          Self.text(at: root + "/" + path) == String(decoding: bytes, as: UTF8.self),
          "\(path)"
        )
      }
      // It is the same inode as a file that is no program.
      #expect(access(root + "/kyoto/code/run.sh", X_OK) != 0)
      // Another version has one file that is not there yet.
      let deck = Array("# Nara\n".utf8)
      var files = Self.files
      files["kyoto/talk.md"] = deck
      let next = try Self.manifest(files)
      let nextID = Self.id(of: next)
      let needs = try store.run(.offer(id: nextID, next)).needs
      #expect(needs == [Reply.BundleState.Need(of: ContentHash(of: deck), received: 0)])
      #expect(throws: ContentFailure.self) { try Self.open(nextID, for: 5, in: store) }
      _ = try store.run(.put(id: nextID, next, [Self.piece(deck, 0..<deck.count)]))
      #expect(try Self.open(nextID, for: 5, in: store) == root)
      #expect(Self.text(at: root + "/kyoto/talk.md") == "# Nara\n")
      // The older one goes, and what both have stays.
      _ = try store.run(.remove(ids: [id], keeping: []))
      #expect(throws: ContentFailure.self) { try Self.open(id, for: 6, in: store) }
      #expect(Self.text(at: root + "/kyoto/code/same.txt") == "a note")
      store.close(5)
      store.removeClosed()
      #expect(store.root(of: 5) == nil && !FileManager.default.fileExists(atPath: root))
    }
  }

  /// Sends one version of a deck, and returns its id.
  private static func send(deck text: String, to store: BundleStore) throws -> ContentHash {
    let bytes = Array(text.utf8)
    let manifest = try manifest(["kyoto/talk.md": bytes])
    let id = id(of: manifest)
    _ = try store.run(.offer(id: id, manifest))
    let state = try store.run(.put(id: id, manifest, [piece(bytes, 0..<bytes.count)]))
    #expect(state.isComplete)
    return id
  }

  @Test("a late read of an older version does not take the place of a newer one")
  func lateRead() throws {
    try withDirectory { directory in
      let store = BundleStore(in: directory)
      let older = try Self.send(deck: "older", to: store)
      let newer = try Self.send(deck: "newer", to: store)
      let root = try Self.open(older, for: 5, in: store)
      #expect(Self.text(at: root + "/kyoto/talk.md") == "older")
      // The worker of the newer version has not opened it yet.
      store.announce(newer, for: 5)
      let early = #expect(throws: ContentFailure.self) { try store.open(older, for: 5) }
      #expect(early?.cause == .busy)
      #expect(try store.open(newer, for: 5) == root)
      #expect(throws: ContentFailure.self) { try store.open(older, for: 5) }
      #expect(Self.text(at: root + "/kyoto/talk.md") == "newer")
      #expect(store.root(of: 5) == root)
      // Another session may show it, and this one again if it is sent again.
      let other = try Self.open(older, for: 6, in: store)
      #expect(Self.text(at: other + "/kyoto/talk.md") == "older")
      #expect(try Self.open(older, for: 5, in: store) == root)
      #expect(Self.text(at: root + "/kyoto/talk.md") == "older")
    }
  }

  @Test("nothing is opened for a session that has ended")
  func ended() throws {
    try withDirectory { directory in
      let store = BundleStore(in: directory)
      let id = try Self.send(deck: "late", to: store)
      let root = try Self.open(id, for: 5, in: store)
      store.close(5)
      #expect(throws: ContentFailure.self) { try store.open(id, for: 5) }
      #expect(store.root(of: 5) == nil)
      store.removeClosed()
      #expect(!FileManager.default.fileExists(atPath: root))
      // It ends before its only worker has opened anything.
      store.announce(id, for: 6)
      store.close(6)
      #expect(throws: ContentFailure.self) { try store.open(id, for: 6) }
      #expect(store.root(of: 6) == nil)
      let links = try FileManager.default.contentsOfDirectory(atPath: directory + "/bundles/shown")
      #expect(links.isEmpty)
    }
  }

  @Test("pieces may be repeated and come after a restart; what was received is not sent again")
  func resume() throws {
    try withDirectory { directory in
      let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
      let manifest = try Self.manifest(["a": bytes])
      let id = Self.id(of: manifest)
      var store = BundleStore(in: directory)
      func received(_ state: Reply.BundleState) -> Int? { state.needs.first?.received }
      #expect(received(try store.run(.offer(id: id, manifest))) == 0)
      for (range, expected) in [(0..<300, 300), (0..<300, 300), (400..<500, 300), (200..<600, 600)]
      {
        let state = try store.run(.put(id: id, manifest, [Self.piece(bytes, range)]))
        #expect(received(state) == expected, "\(range)")
      }
      store = BundleStore(in: directory)
      #expect(received(try store.run(.offer(id: id, manifest))) == 600)
      let last = try store.run(.put(id: id, manifest, [Self.piece(bytes, 600..<1_000)]))
      #expect(last.isComplete)
      // A complete bundle is there after a restart, with its size.
      store = BundleStore(in: directory)
      #expect(store.complete == [id: 1_000])
      #expect(try store.run(.offer(id: id, manifest)).isComplete)
      let again = try store.run(.put(id: id, manifest, [Self.piece(bytes, 0..<10)]))
      #expect(again.isComplete)
    }
  }

  @Test("two files whose names are the same text, composed and decomposed, are both kept")
  func normalization() throws {
    try withDirectory { directory in
      let store = BundleStore(in: directory)
      let files = [("\u{E9}.md", Self.deck), ("e\u{301}.md", Self.note)]
      let manifest = try BundleManifest(
        files.map { name, bytes in
          BundleFile(path: name, size: bytes.count, hash: ContentHash(of: bytes))
        }
      )
      let id = Self.id(of: manifest)
      _ = try store.run(.offer(id: id, manifest))
      let pieces = files.map { _, bytes in Self.piece(bytes, 0..<bytes.count) }
      #expect(try store.run(.put(id: id, manifest, pieces)).isComplete)
      let root = try Self.open(id, for: 5, in: store)
      for (name, bytes) in files {
        #expect(Self.text(at: root + "/" + name) == String(decoding: bytes, as: UTF8.self))
      }
      let twice = manifest.files + [manifest.files[0]]
      #expect(throws: Rejection.self) { try BundleManifest(twice) }
    }
  }

  @Test("empty files share no inode, whose links are limited")
  func emptyFiles() throws {
    try withDirectory { directory in
      let store = BundleStore(in: directory)
      let manifest = try Self.manifest(["a": [], "b": []])
      #expect(try store.run(.offer(id: Self.id(of: manifest), manifest)).isComplete)
      let root = try Self.open(Self.id(of: manifest), for: 5, in: store)
      for name in ["a", "b"] {
        var status = stat()
        let outcome = stat(root + "/" + name, &status)
        #expect(outcome == 0 && status.st_size == 0 && status.st_nlink == 1)
      }
    }
  }

  @Test("a part that is whole after a crash becomes its file, or is received again")
  func wholePart() throws {
    try withDirectory { directory in
      var wrong = Self.deck
      wrong[3] ^= 1
      let cases: [([UInt8], Int?)] = [(Self.deck, nil), (wrong, 0)]
      for (bytes, received) in cases {
        let state = "\(directory)/\(received ?? 1)"
        let store = BundleStore(in: state)
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        let manifest = try Self.manifest(["a": Self.deck])
        let id = Self.id(of: manifest)
        _ = try store.run(.offer(id: id, manifest))
        let hash = ContentHash(of: Self.deck)
        let part = "\(state)/bundles/files/\(hash).\(Self.deck.count).part"
        try Data(bytes).write(to: URL(fileURLWithPath: part))
        let found = try store.run(.offer(id: id, manifest))
        #expect(found.needs.map(\.received) == (received.map { [$0] } ?? []))
        #expect(found.isComplete == (received == nil))
        #expect(!FileManager.default.fileExists(atPath: part))
      }
    }
  }

  @Test("a manifest that claims another size for a file does not touch the bytes that are there")
  func otherSize() throws {
    try withDirectory { directory in
      let store = BundleStore(in: directory)
      let honest = try Self.manifest(["a": Self.deck])
      let hash = ContentHash(of: Self.deck)
      let lie = try BundleManifest([BundleFile(path: "a", size: 5, hash: hash)])
      _ = try store.run(.offer(id: Self.id(of: honest), honest))
      _ = try store.run(.put(id: Self.id(of: honest), honest, [Self.piece(Self.deck, 0..<7)]))
      _ = try store.run(.offer(id: Self.id(of: lie), lie))
      let piece = Request.Bundle.Piece(of: hash, offset: 0, bytes: [0, 0, 0, 0, 0])
      #expect(throws: ContentFailure.self) {
        try store.run(.put(id: Self.id(of: lie), lie, [piece]))
      }
      let found = try store.run(.offer(id: Self.id(of: honest), honest))
      #expect(found.needs.map(\.received) == [7])
    }
  }

  @Test("a file with other bytes than were offered is not kept, and can be sent again")
  func mismatch() throws {
    try withDirectory { directory in
      let store = BundleStore(in: directory)
      let manifest = try Self.manifest(["a": Self.deck])
      let id = Self.id(of: manifest)
      _ = try store.run(.offer(id: id, manifest))
      var wrong = Self.deck
      wrong[3] ^= 1
      let lie = Request.Bundle.Piece(of: ContentHash(of: Self.deck), offset: 0, bytes: wrong)
      #expect(throws: ContentFailure.self) { try store.run(.put(id: id, manifest, [lie])) }
      let state = try store.run(.offer(id: id, manifest))
      #expect(state.needs.map(\.received) == [0])
      // An empty file can't be anything else than empty.
      let empty = try BundleManifest([
        BundleFile(path: "a", size: 0, hash: ContentHash(of: Self.note))
      ])
      #expect(throws: ContentFailure.self) { try store.run(.offer(id: Self.id(of: empty), empty)) }
    }
  }

  @Test("an error names no directory of the daemon")
  func unwritable() throws {
    try withDirectory { directory in
      let state = directory + "/state"
      try Data([1]).write(to: URL(fileURLWithPath: state))
      let store = BundleStore(in: state)
      let manifest = try Self.manifest(["a": Self.deck])
      let failure = #expect(throws: ContentFailure.self) {
        try store.run(.offer(id: Self.id(of: manifest), manifest))
      }
      #expect(failure?.description.hasPrefix("navd can't keep the files: ") == true)
      #expect(failure?.description.contains(directory) == false)
    }
  }

  @Test(
    "what an earlier daemon has left half done is removed, and files of no bundle after an hour"
  )
  func leftovers() throws {
    try withDirectory { directory in
      var store = BundleStore(in: directory)
      let id = try Self.send(store)
      let root = try Self.open(id, for: 5, in: store)
      let manager = FileManager.default
      let path = directory + "/bundles"
      for name in ["trees/\(id).new/files", "trees/\(id).gone/files"] {
        try manager.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
      }
      let (old, new) = (ContentHash(of: [1]), ContentHash(of: [2]))
      for hash in [old, new] {
        try Data([1]).write(to: URL(fileURLWithPath: "\(path)/files/\(hash)"))
      }
      let age = Date(timeIntervalSinceNow: -4_000)
      try manager.setAttributes([.modificationDate: age], ofItemAtPath: "\(path)/files/\(old)")
      store = BundleStore(in: directory)
      #expect(store.complete.keys.sorted { $0.description < $1.description } == [id])
      #expect(try manager.contentsOfDirectory(atPath: path + "/trees") == ["\(id)"])
      #expect(!manager.fileExists(atPath: root), "sessions are restored, and open it anew")
      let files = try manager.contentsOfDirectory(atPath: path + "/files")
      #expect(!files.contains("\(old)") && files.contains("\(new)"))
      #expect(files.contains("\(ContentHash(of: Self.deck))"), "it is in a bundle")
    }
  }

  @Test("the files of removed bundles go with them, except for those that another one has or needs")
  func removal() throws {
    try withDirectory { directory in
      var store = BundleStore(in: directory)
      let manifest = try Self.manifest(Self.files)
      let whole = try Self.send(store)
      let other = try Self.manifest(["b": Self.note])
      _ = try store.run(.offer(id: Self.id(of: other), other))
      let bytes = Array("a part".utf8)
      let partial = try Self.manifest(["c": bytes])
      let partialID = Self.id(of: partial)
      let (deck, note) = (ContentHash(of: Self.deck), ContentHash(of: Self.note))
      let part = ContentHash(of: bytes)
      func hashes() throws -> Set<String> {
        let path = directory + "/bundles/files"
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        return Set(names.map { String($0.prefix(2 * ContentHash.byteCount)) })
      }
      func putPart() throws {
        _ = try store.run(.offer(id: partialID, partial))
        _ = try store.run(.put(id: partialID, partial, [Self.piece(bytes, 0..<3)]))
      }
      try putPart()
      _ = try store.run(.remove(ids: [whole, partialID], keeping: [deck, part]))
      #expect(try hashes() == Set([deck, part, note].map(\.description)))
      #expect(try store.run(.offer(id: whole, manifest)).isComplete, "nothing is sent again")
      try putPart()
      _ = try store.run(.remove(ids: [whole, partialID], keeping: []))
      #expect(try hashes() == [note.description])
      // The bundle of an earlier daemon, which nobody has offered to this one.
      _ = try store.run(.offer(id: whole, manifest))
      let rest = Self.piece(Self.deck, 0..<Self.deck.count)
      #expect(try store.run(.put(id: whole, manifest, [rest])).isComplete)
      store = BundleStore(in: directory)
      _ = try store.run(.remove(ids: [whole], keeping: []))
      #expect(try hashes() == [note.description])
    }
  }

  // MARK: Reading

  /// The visible rows of content.
  private static func text(_ content: SessionContent) -> String {
    var session = Session(content)
    let facts = SessionFacts(name: "x", viewers: 1)
    let scene = session.rest(in: .standardTerminal, facts: facts)
    return scene.containers.filter { !$0.isHidden }.flatMap { container in
      (0..<CellSize.standardTerminal.rows).compactMap { container.rows[$0]?.text }
    }
    .joined(separator: "\n")
  }

  @Test("content of a bundle reads its own files alone, and runs nothing")
  func confinement() throws {
    try withDirectory { directory in
      let secret = directory + "/secret.md"
      try "the secret".write(toFile: secret, atomically: true, encoding: .utf8)
      let state = directory + "/state"
      try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
      let store = BundleStore(in: state)
      let reader = ContentReader(bundles: store)
      let up = String(repeating: "../", count: 30)
      let files = [
        "a/talk.md": Array("# Own\n\nown words\n".utf8),
        "a/file.yaml": Array("file: \(secret)\n".utf8),
        "a/up.yaml": Array("file: \(up)\(secret.dropFirst())\n".utf8),
        "a/deck.yaml": Array("deck: \(secret)\n".utf8),
        "a/tree.yaml": Array("tree: \(directory)\n".utf8),
        "a/docs.yaml": Array("docs: \(directory)\n".utf8),
        "a/outline.yaml": Array("outline: \(secret)\n".utf8),
        "a/run.yaml": Array("command: touch \(directory)/made\n".utf8),
        "a/own.yaml": Array("deck: talk.md\n".utf8),
      ]
      let manifest = try Self.manifest(files)
      let id = Self.id(of: manifest)
      _ = try store.run(.offer(id: id, manifest))
      for bytes in files.values {
        _ = try store.run(.put(id: id, manifest, [Self.piece(bytes, 0..<bytes.count)]))
      }
      store.announce(id, for: 5)
      func read(_ entry: ContentSpec) throws -> SessionContent {
        try reader.read(.bundle(try BundleContent(id: id, entry)), for: 5)
      }
      for name in ["file", "up", "deck", "tree", "docs", "outline", "run"] {
        let failure = #expect(throws: ContentFailure.self, "\(name)") {
          try read(.scene(path: "a/\(name).yaml"))
        }
        // A viewer is told nothing about the daemon's directories.
        #expect(failure?.description.contains(directory + "/state") == false, "\(failure as Any)")
      }
      #expect(!FileManager.default.fileExists(atPath: directory + "/made"))
      let own = try read(.scene(path: "a/own.yaml"))
      #expect(Self.text(own).contains("own words"))
      // Pages that are opened later are confined, too.
      let root = try #require(store.root(of: 5))
      _ = try read(.tree(path: "a"))
      func page(_ path: String, of session: UInt64 = 5) -> String {
        let reference = PageReference(
          path: Array(path.utf8),
          source: .files,
          ancestors: [],
          label: "page"
        )
        return Self.text(reader.page(reference, of: session).content)
      }
      #expect(page(root + "/a/talk.md").contains("own words"))
      for path in [secret, root + "/../../../../secret.md", root + "/a/../../../trees"] {
        #expect(!page(path).contains("the secret"), "\(path)")
      }
      #expect(page(secret, of: 6).contains("the secret"), "it can be read at all")
    }
  }
}
