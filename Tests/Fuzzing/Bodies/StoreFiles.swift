import Foundation
import NavBase
import NavStore
import NavTestKit

/// The content of a store's database and log files; nil for a missing file.
struct StoreFiles: Hashable {
  var database: [UInt8]?
  var log: [UInt8]?

  private static let name = "state.sqlite"

  /// The files of an input: its own bytes, or a real store's with some of them changed.
  init(script bytes: [UInt8]) throws {
    var reader = ByteReader(bytes)
    let kind = reader.byte() % 6
    switch kind {
    case 0: self.init(database: reader.remaining())
    case 1: self.init(database: reader.bytes(), log: reader.remaining())
    default:
      let real = try Self.real.get()
      self = kind < 4 ? real.closed : real.running
      if kind % 2 == 0 || log == nil {
        database?.damage(&reader)
      } else {
        log?.damage(&reader)
      }
    }
  }

  private init(database: [UInt8]?, log: [UInt8]? = nil) {
    self.database = database
    self.log = log
  }

  private init(at path: String) {
    self.init(database: Self.read(path), log: Self.read(path + "-wal"))
  }

  func write(to directory: String) throws {
    for (ending, bytes) in [("", database), ("-wal", log)] {
      guard let bytes else { continue }
      try Data(bytes).write(to: URL(fileURLWithPath: directory + "/" + Self.name + ending))
    }
  }

  /// Returns the files that a store has set aside.
  static func setAside(in directory: String) throws -> [StoreFiles] {
    try FileManager.default.contentsOfDirectory(atPath: directory)
      .filter { file in
        file.hasPrefix(name + ".")
          && !["-wal", "-shm", "-commits"].contains { file.hasSuffix($0) }
      }
      .map { StoreFiles(at: directory + "/" + $0) }
  }

  /// Calls a function with a temporary directory, below `TMPDIR` or /tmp, and removes it.
  static func withDirectory<Result>(_ use: (String) throws -> Result) throws -> Result {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("fuzz-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try use(directory.path)
  }

  /// Inputs that are a database, whole and cut short.
  static func samples() throws -> [[UInt8]] {
    let bytes = try real.get().closed.database ?? []
    return [[0] + bytes.prefix(100), [0] + bytes.prefix(4_096), [0], [2], [5]]
  }

  private static func read(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: URL(fileURLWithPath: path))).map { [UInt8]($0) }
  }

  /// A store's files while it runs, and after its end.
  private static let real = Swift.Result { try makeReal() }

  private static func makeReal() throws -> (running: StoreFiles, closed: StoreFiles) {
    try withDirectory { directory in
      var random = SplitMix64(seed: 2)
      let (store, _, _) = try SQLiteStore.open(directory: directory, epoch: 500, random: &random)
      var batch = StoreBatch()
      batch.heads = [SessionHead(id: 1, name: "deck", content: [1, 2])]
      batch.snapshots = [NavigationRecord(session: 1, version: 1, bytes: random.bytes(40))]
      batch.changes = [NavigationRecord(session: 1, version: 2, bytes: random.bytes(20))]
      batch.replies = [
        ReplyRecord(
          client: random.bytes(StoreLimits.clientBytes),
          seq: 1,
          digest: random.bytes(StoreLimits.digestBytes),
          reply: [1],
          usedAt: 1
        )
      ]
      try store.commit(batch)
      let path = directory + "/" + name
      let running = StoreFiles(at: path)
      try demand(store.close(within: .seconds(60)), "the store does not close")
      return (running, StoreFiles(at: path))
    }
  }
}

extension StoreFiles: CustomStringConvertible {
  /// The lengths, in bytes.
  var description: String {
    "a database of \(database?.count ?? -1) B with a log of \(log?.count ?? -1) B"
  }
}

extension [UInt8] {
  /// Changes some bytes at positions of the script, or cuts the data short.
  fileprivate mutating func damage(_ reader: inout ByteReader) {
    for _ in 0..<64 where !reader.isEmpty && !isEmpty {
      let index = Int(reader.number(bytes: 3)) % count
      let value = reader.byte()
      switch reader.byte() % 8 {
      case 0: self[index] = value
      case 1: removeSubrange(index...)
      // The headers are near the beginning.
      case 2, 3: self[index % Swift.min(count, 128)] = value
      default: self[index] ^= 1 << (value % 8)
      }
    }
  }
}
