import ArgumentParser
import Foundation
import Glibc
import NavTestKit

/// A directory of its own for all files of a run.
struct StateDirectory {
  let path: String

  /// - Parameter parent: an existing directory.
  /// - Throws: when no directory can be made in it.
  init(below parent: String) throws {
    do {
      path = try makeTemporaryDirectory("navsim", below: parent)
    } catch {
      let reason = String(cString: strerror(error.code))
      throw ValidationError(
        "can't make a directory in \(parent): \(reason); choose another with --state"
      )
    }
  }

  /// Removes the directory and its content.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
