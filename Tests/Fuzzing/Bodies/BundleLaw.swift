import NavBase
import NavTestKit
import NavWire

/// Any list of files is refused as a bundle, or it is one whose files can be written into a directory: each at its own
/// place below it, none in the place of a directory that another one needs.
///
/// The list is the same in any order, and after it has been sent. Content that is accepted as a bundle's names only paths
/// like those.
enum BundleLaw {
  static func check(_ bytes: [UInt8]) throws {
    var reader = ByteReader(bytes)
    let files = (0..<reader.int(in: 1...8)).compactMap { _ in reader.bundleFile() }
    if let manifest = try? BundleManifest(files) { try check(manifest, of: files) }
    let spec = reader.bundleSpec()
    if let id = files.first?.hash, let content = try? BundleContent(id: id, spec) {
      try demand(content.entry == spec, "other content than was given")
      _ = try content.entry.movingPaths { path in
        try checkPath(path)
        return path
      }
    }
  }

  private static func check(_ manifest: BundleManifest, of files: [BundleFile]) throws {
    try demand(Set(manifest.files) == Set(files), "other files than were given")
    try demand(try BundleManifest(files.reversed()) == manifest, "the order is of importance")
    try demand((0...BundleManifest.Limits.bytes).contains(manifest.bytes), "too many bytes")
    var places: Set<[UInt8]> = []
    var directories: Set<[UInt8]> = []
    for file in manifest.files {
      try checkPath(file.path)
      let path = Array(file.path.utf8)
      try demand(places.insert(path).inserted, "two files at one place")
      for end in path.indices where path[end] == slash { directories.insert(Array(path[..<end])) }
    }
    try demand(places.isDisjoint(with: directories), "a file in the place of a directory")
    let request = Request(
      id: 1,
      client: Client(seed: 1).id,
      seq: 0,
      body: .bundle(.offer(manifest))
    )
    try demand(try Request(decoding: request.encoded()) == request, "it arrives as another")
  }

  private static func checkPath(_ path: String) throws {
    let parts = path.utf8.split(separator: slash, omittingEmptySubsequences: false)
    let isSafe = parts.allSatisfy { part in
      !part.isEmpty && part.count <= 255 && Array(part) != [dot] && Array(part) != [dot, dot]
        && part.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
    try demand(isSafe, "a path that may lead elsewhere: \(path.debugDescription)")
  }

  private static let slash: UInt8 = 0x2F
  private static let dot: UInt8 = 0x2E

  /// Returns a script of some files with similar paths.
  static func sample(_ generator: inout SplitMix64) -> [UInt8] {
    let count = generator.int(in: 1...5)
    let files = (0..<count).flatMap { _ in
      [UInt8(generator.int(in: 0...2))] + (0..<8).map { _ in UInt8(generator.int(in: 0...9)) }
    }
    return [UInt8(count - 1)] + files + generator.bytes(4)
  }
}

extension ByteReader {
  /// Parts of paths; those behind a slash may join it into one character.
  private static let parts: [String] = [
    "a", "b.md", "/", "..", ".", "\u{301}", "e\u{301}", "é", "\u{0}", "\n", "", "//", "a/",
    "\u{200D}",
    String(repeating: "x", count: 255), String(repeating: "d/", count: 32),
  ]

  fileprivate mutating func bundlePath() -> String {
    (0..<int(in: 1...5)).map { _ in pick(Self.parts) }.joined()
  }

  fileprivate mutating func bundleFile() -> BundleFile? {
    let path = bundlePath()
    let bytes = [UInt8](repeating: byte() % 8, count: ContentHash.byteCount)
    guard let hash = ContentHash(bytes) else { return nil }
    return BundleFile(
      path: path,
      size: flag() ? oddNumber() : Int(byte()),
      hash: hash,
      isExecutable: flag()
    )
  }

  fileprivate mutating func bundleSpec() -> ContentSpec {
    switch byte() % 8 {
    case 0: .deck(path: bundlePath())
    case 1: .tree(path: bundlePath(), order: .standard)
    case 2: .docs(path: bundlePath())
    case 3: .outline(path: bundlePath())
    case 4: .file(path: bundlePath())
    case 5: .tabs([.deck(path: bundlePath()), .file(path: bundlePath())])
    case 6: .tabs([.tabs([.file(path: bundlePath())])])
    default: .tour(command: "navclient")
    }
  }
}
