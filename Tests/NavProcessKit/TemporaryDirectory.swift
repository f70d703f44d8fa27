import Glibc

/// A temporary directory below `/tmp`, removed with its content on `deinit`.
package final class TemporaryDirectory {
  package let path: String

  /// - Parameter name: the prefix of its name; short, since sockets are created in it.
  package init(_ name: String) throws(ProcessKitError) {
    var template = Array("/tmp/\(name)-\(String(repeating: "X", count: 6))".utf8CString)
    guard let made = mkdtemp(&template) else { throw Self.refusal("/tmp") }
    path = String(cString: made)
  }

  deinit { Self.remove(Array(path.utf8)) }

  /// Makes a directory that only this user can read, if it is missing, and returns its path.
  package func makeDirectory(_ name: String) throws(ProcessKitError) -> String {
    let directory = "\(path)/\(name)"
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw Self.refusal(directory) }
    return directory
  }

  /// Writes a file, and returns its path.
  package func write(_ text: String, to name: String) throws(ProcessKitError) -> String {
    try write(Array(text.utf8), to: Array(name.utf8))
    return "\(path)/\(name)"
  }

  /// Writes a file; its name may contain any byte but NUL.
  package func write(_ bytes: [UInt8], to name: [UInt8]) throws(ProcessKitError) {
    guard let file = fopen(Self.terminated(Array("\(path)/".utf8) + name), "w") else {
      throw Self.refusal(path)
    }
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else { throw Self.refusal(path) }
  }

  private static func refusal(_ path: String) -> ProcessKitError {
    let reason = String(cString: strerror(errno))
    return ProcessKitError("can't write in \(path): \(reason); make room, and look at its rights")
  }

  private static func remove(_ path: [UInt8]) {
    if let entries = opendir(terminated(path)) {
      while let entry = readdir(entries) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
        if name == Array(".".utf8) || name == Array("..".utf8) { continue }
        let inner = path + Array("/".utf8) + name
        if unlink(terminated(inner)) != 0 { remove(inner) }
      }
      closedir(entries)
    }
    rmdir(terminated(path))
  }

  private static func terminated(_ path: [UInt8]) -> [CChar] {
    path.map(CChar.init(bitPattern:)) + [0]
  }
}
