import Glibc
import NavTestKit

/// A temporary directory, removed with its content on `deinit`.
///
/// Names may have any bytes but NUL and `/`.
final class TemporaryDirectory {
  let root: String

  init() {
    guard let path = try? makeTemporaryDirectory("navcontent") else {
      preconditionFailure("cannot make a directory")
    }
    root = path
  }

  deinit { removeAll(Array(root.utf8)) }

  func path(_ name: String) -> String { root + "/" + name }

  func path(_ name: [UInt8]) -> [UInt8] { Array((root + "/").utf8) + name }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) -> String {
    write(bytes, to: Array(name.utf8))
    return path(name)
  }

  func write(_ bytes: [UInt8], to name: [UInt8]) {
    let file = open(terminated(path(name)), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    precondition(file >= 0, "cannot write \(name)")
    let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    precondition(count == bytes.count, "cannot write \(name)")
    close(file)
  }

  @discardableResult
  func makeDirectory(_ name: String) -> String {
    precondition(mkdir(path(name), 0o700) == 0, "cannot make \(name)")
    return path(name)
  }

  @discardableResult
  func link(_ name: String, to target: String) -> String {
    precondition(symlink(target, path(name)) == 0, "cannot link \(name)")
    return path(name)
  }

  private func terminated(_ path: [UInt8]) -> [CChar] { path.map(CChar.init(bitPattern:)) + [0] }

  private func removeAll(_ path: [UInt8]) {
    if let entries = opendir(terminated(path)) {
      while let entry = readdir(entries) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
        if name == [0x2E] || name == [0x2E, 0x2E] { continue }
        let below = path + [0x2F] + name
        if unlink(terminated(below)) != 0 { removeAll(below) }
      }
      closedir(entries)
    }
    rmdir(terminated(path))
  }
}
