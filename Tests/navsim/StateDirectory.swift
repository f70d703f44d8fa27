import ArgumentParser
import Foundation
import Glibc
import NavTestKit

/// A directory for all files of a run, which nobody else has.
struct StateDirectory {
  let path: String

  /// - Parameter parent: a directory that is there.
  /// - Throws: when nothing can be made in it.
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

  /// Removes it with all that is left in it.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
