import Glibc
import NavBase
package import NavSystem

/// The files of a new scene: a scene file and the files that it names.
package struct Scaffold: Hashable, Sendable {
  /// The name of the directory and of the session.
  package let name: String

  package static let sceneName = "scene.yaml"
  package static let deckName = "talk.md"
  package static let pageName = "notes.md"

  /// The maximum length of the name, in characters.
  package static let longestName = SessionNameRule.maximumLength

  /// Nil if the name is not valid for a session (`SessionNameRule`).
  package init?(name: String) {
    guard SessionNameRule.admits(name) else { return nil }
    self.name = name
  }

  /// The names and contents of the files.
  package var files: [(name: String, text: String)] {
    [(Self.sceneName, scene), (Self.deckName, deck), (Self.pageName, page)]
  }

  /// The result of writing the files.
  package struct Outcome: Hashable, Sendable {
    /// The path of the scene file.
    package let scene: String
    /// The paths of the files in order, and whether each was written now or existed already.
    package fileprivate(set) var files: [File] = []

    package struct File: Hashable, Sendable {
      package let path: String
      package let isNew: Bool
    }
  }

  /// Creates the directory and writes the files that don't exist yet; existing files are not changed.
  ///
  /// - Parameter directory: the parent directory.
  /// - Returns: the paths of the files.
  /// - Throws: the first error; files written until then are kept, and another attempt completes them.
  package func write(in directory: String) throws(ScaffoldError) -> Outcome {
    let place = directory == "." ? name : "\(directory)/\(name)"
    guard !place.utf8.contains(0) else {
      throw ScaffoldError(path: directory, cause: SystemFailure(code: ENOENT))
    }
    if mkdir(place.utf8.terminated, 0o777) != 0 {
      let cause = SystemFailure.last
      guard cause.code == EEXIST, FileType(at: place) == .directory else {
        throw ScaffoldError(path: place, cause: cause)
      }
    }
    var outcome = Outcome(scene: "\(place)/\(Self.sceneName)")
    for (file, text) in files {
      let path = "\(place)/\(file)"
      let isNew = try Self.write(text, to: path)
      outcome.files.append(Outcome.File(path: path, isNew: isNew))
    }
    return outcome
  }

  /// Writes a file that doesn't exist yet; removes an incomplete one.
  ///
  /// - Returns: false if the file exists already.
  private static func write(_ text: String, to path: String) throws(ScaffoldError) -> Bool {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let file = open(path.utf8.terminated, flags, 0o666)
    guard file >= 0 else {
      let cause = SystemFailure.last
      guard cause.code == EEXIST, FileType(at: path) == .regular else {
        throw ScaffoldError(path: path, cause: cause)
      }
      return false
    }
    defer { close(file) }
    do throws(SystemFailure) {
      try writeAll(Array(text.utf8), to: file)
    } catch {
      unlink(path.utf8.terminated)
      throw ScaffoldError(path: path, cause: error)
    }
    return true
  }
}

/// The reason why the files can't be written.
package struct ScaffoldError: Error, Hashable, Sendable {
  package let path: String
  package let cause: SystemFailure
}

extension ScaffoldError: CustomStringConvertible {
  /// A message that says what is wrong and what to do.
  package var description: String {
    let name = sanitized(path)
    return switch cause.code {
    case EEXIST: "\(name) is there already and stays as it is: take another name"
    case ENOENT, ENOTDIR: "\(name) can't be made: its directory is not there; give one with --dir"
    case EACCES, EPERM, EROFS: "\(name) can't be made: permission denied; give a directory of yours"
    default: "\(name) can't be written (\(cause)): free some room, say"
    }
  }
}
