import Foundation
import Testing

/// A directory made for a test, in a sandbox; names are arbitrary bytes, as in the file system.
struct Folder {
  let path: String

  init(in sandbox: Sandbox, _ name: String) throws {
    path = "\(sandbox.directory)/\(name)"
    try Self.check(mkdir(path, 0o700), path)
  }

  /// Four levels, with a file at the deepest.
  ///
  /// - `music`: `albums/ radio/ list.txt`
  /// - `albums`: `blue/ green/ red/ about.txt`
  /// - `blue`: `live/ one.txt two.txt`
  /// - `live`: `deep.txt`
  static func music(in sandbox: Sandbox) throws -> Folder {
    let music = try Folder(in: sandbox, "music")
    for name in ["radio", "albums", "albums/red", "albums/green", "albums/blue"] {
      try music.makeDirectory(name)
    }
    try music.makeDirectory("albums/blue/live")
    for name in ["list.txt", "albums/about.txt", "albums/blue/one.txt", "albums/blue/two.txt"] {
      try music.write("text of \(name)\n", to: name)
    }
    try music.write("the deepest words\n", to: "albums/blue/live/deep.txt")
    return music
  }

  func makeDirectory(_ name: String, mode: mode_t = 0o700) throws {
    try Self.check(mkdir("\(path)/\(name)", mode), name)
  }

  func makePipe(_ name: String) throws {
    try Self.check(mkfifo("\(path)/\(name)", 0o600), name)
  }

  func link(_ name: String, to target: String) throws {
    try Self.check(symlink(target, "\(path)/\(name)"), name)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }

  func write(_ text: String, to name: String) throws {
    try write(Array(text.utf8), to: Array(name.utf8))
  }

  /// Writes a file; its name may contain any bytes but NUL and the slash.
  func write(_ bytes: [UInt8], to name: [UInt8]) throws {
    let place = (Array("\(path)/".utf8) + name + [0]).map { CChar(bitPattern: $0) }
    let label = String(decoding: name, as: UTF8.self)
    let file = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    try Self.check(file, label)
    defer { close(file) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      try Self.check(Int32(truncatingIfNeeded: min(count, 1)), label)
      written += count
    }
  }

  private static func check(_ result: Int32, _ name: String) throws {
    try #require(result >= 0, "\(name): \(String(cString: strerror(errno)))")
  }
}
