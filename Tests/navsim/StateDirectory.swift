import ArgumentParser
import Foundation
import Glibc

/// A directory for all files of a run, which nobody else has.
struct StateDirectory {
  let path: String

  /// - Parameter parent: a directory that is there.
  /// - Throws: when nothing can be made in it.
  init(below parent: String) throws {
    var template = Array("\(parent)/navsim-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw ValidationError(
        "can't make a directory in \(parent): \(String(cString: strerror(errno))); choose another with --state"
      )
    }
    path = String(cString: made)
  }

  /// Removes it with all that is left in it.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
