import Foundation
import FuzzBodies
import NavTestKit
import Testing

@Suite("The fuzzing targets on the stored inputs, and on variants of them")
struct CorpusTests {
  @Test("every file of the corpora", arguments: FuzzBody.allCases)
  func files(_ body: FuzzBody) throws {
    let inputs = try Corpus.inputs(of: body)
    #expect(!inputs.isEmpty, "there is no corpus of \(body.rawValue)")
    for (name, bytes) in inputs {
      do { try body.check(bytes) } catch { Issue.record("\(body.rawValue)/\(name): \(error)") }
    }
  }

  @Test(
    "files of the corpora with bytes changed, inserted, removed, or taken from another",
    arguments: FuzzBody.allCases
  )
  func damagedFiles(_ body: FuzzBody) throws {
    let inputs = try Corpus.inputs(of: body).map(\.bytes)
    try #require(!inputs.isEmpty)
    try forSeeds(0..<(body == .wire ? 3_000 : 150)) { generator in
      var bytes = generator.pick(inputs)
      for _ in 0..<generator.int(in: 1...4) {
        generator.damage(&bytes, with: generator.pick(inputs))
      }
      try body.check(bytes)
    }
  }

  @Test("inputs from the present encodings, as they are and damaged", arguments: FuzzBody.allCases)
  func seeds(_ body: FuzzBody) throws {
    let inputs = try body.seeds(20)
    #expect(inputs.count >= 40)
    if ProcessInfo.processInfo.environment["NAV_RECORD"] == "1" { try Corpus.add(inputs, to: body) }
    for bytes in inputs { try body.check(bytes) }
    try forSeeds(0..<100) { generator in
      var bytes = generator.pick(inputs)
      generator.damage(&bytes, with: generator.pick(inputs))
      try body.check(bytes)
    }
  }

  @Test("the empty input, and inputs of one repeated byte", arguments: FuzzBody.allCases)
  func plainInputs(_ body: FuzzBody) throws {
    for byte: UInt8 in [0, 1, 0x7f, 0x80, 0xff] {
      for count in [0, 1, 2, 64, 300] {
        try body.check([UInt8](repeating: byte, count: count))
      }
    }
  }

  @Test("the corpora are small")
  func sizes() throws {
    let sizes = try FuzzBody.allCases.flatMap { try Corpus.inputs(of: $0).map(\.bytes.count) }
    #expect(sizes.count <= Corpus.mostFiles)
    #expect(sizes.reduce(0, +) <= Corpus.mostBytes)
    #expect(sizes.allSatisfy { $0 <= Corpus.mostBytesOfFile })
  }
}

extension SplitMix64 {
  /// Changes a few bytes, or replaces some by a part of another input.
  fileprivate mutating func damage(_ bytes: inout [UInt8], with other: [UInt8]) {
    guard !bytes.isEmpty else { return bytes = other }
    let index = int(in: 0...bytes.count - 1)
    switch int(in: 0...6) {
    case 0: bytes[index] ^= 1 << UInt8(int(in: 0...7))
    case 1: bytes[index] = UInt8(truncatingIfNeeded: next())
    case 2: bytes.remove(at: index)
    case 3: bytes.insert(UInt8(truncatingIfNeeded: next()), at: index)
    case 4: bytes.removeSubrange(index...)
    case 5: bytes.insert(contentsOf: other.prefix(int(in: 0...40)), at: index)
    default: bytes.replaceSubrange(index..., with: other.suffix(int(in: 0...other.count)))
    }
  }
}

/// The stored inputs in `Tests/Fuzzing/Corpus`: one folder for each target.
enum Corpus {
  static let mostFiles = 300
  static let mostBytes = 300_000
  static let mostBytesOfFile = 16_384

  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fuzzing/Corpus")

  /// Returns the inputs by their names.
  static func inputs(of body: FuzzBody) throws -> [(name: String, bytes: [UInt8])] {
    let folder = folder.appendingPathComponent(body.rawValue)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { !$0.hasPrefix(".") }
      .map { ($0, try [UInt8](Data(contentsOf: folder.appendingPathComponent($0)))) }
  }

  /// Writes initial inputs for libFuzzer into the corpus; `deploy/fuzz --keep` selects useful ones.
  static func add(_ inputs: [[UInt8]], to body: FuzzBody) throws {
    let folder = folder.appendingPathComponent(body.rawValue)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (number, bytes) in inputs.enumerated() {
      try Data(bytes).write(to: folder.appendingPathComponent("seed-\(number)"))
    }
  }
}
