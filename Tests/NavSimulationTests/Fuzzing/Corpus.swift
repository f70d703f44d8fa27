import Foundation
import FuzzBodies

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
