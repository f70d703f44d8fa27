import Glibc
import NavText

/// A scene to begin with, and the files that it names.
package struct Scaffold: Hashable, Sendable {
  /// What the directory is called, and the session that shows it.
  package let name: String

  package static let sceneName = "scene.yaml"
  package static let deckName = "talk.md"
  package static let pageName = "notes.md"

  /// The longest name, in characters.
  package static let longestName = 64

  /// Nil for what can't name a session: 1 to 64 letters, digits, `.`, `_` and `-`, the first one a letter or a
  /// digit.
  package init?(name: String) {
    let bytes = Array(name.utf8)
    guard (1...Self.longestName).contains(bytes.count), Self.isLetterOrDigit(bytes[0]),
      bytes.allSatisfy({ Self.isLetterOrDigit($0) || ".-_".utf8.contains($0) })
    else { return nil }
    self.name = name
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Its files, and what they say.
  package var files: [(name: String, text: String)] {
    [(Self.sceneName, scene), (Self.deckName, deck), (Self.pageName, page)]
  }

  /// What is there once a scaffold is written.
  package struct Outcome: Hashable, Sendable {
    /// The path of the scene file.
    package let scene: String
    /// The paths of the files in their order, and whether each was written now; others were there already.
    package fileprivate(set) var files: [File] = []

    package struct File: Hashable, Sendable {
      package let path: String
      package let isNew: Bool
    }
  }

  /// Makes the directory and writes the files that are missing in it; nothing that is there is touched.
  ///
  /// - Parameter directory: where the new directory is to be.
  /// - Returns: what is there now.
  /// - Throws: why it can't be; what was written until then stays, and another attempt completes it.
  package func write(in directory: String) throws(ScaffoldError) -> Outcome {
    let place = directory == "." ? name : "\(directory)/\(name)"
    guard !place.utf8.contains(0) else { throw ScaffoldError(path: directory, code: ENOENT) }
    if mkdir(place, 0o777) != 0 {
      let code = errno
      guard code == EEXIST, Self.isDirectory(place) else {
        throw ScaffoldError(path: place, code: code)
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

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && FileType(mode: status.st_mode) == .directory
  }

  /// Writes a file that is not there; a file that is only begun is taken away again.
  ///
  /// - Returns: false where one is there already.
  private static func write(_ text: String, to path: String) throws(ScaffoldError) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard file >= 0 else {
      let code = errno
      guard code == EEXIST else { throw ScaffoldError(path: path, code: code) }
      // Something that is no file stands in the way.
      var status = stat()
      guard stat(path, &status) == 0, FileType(mode: status.st_mode) == .regular else {
        throw ScaffoldError(path: path, code: code)
      }
      return false
    }
    defer { close(file) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let code = errno
        unlink(path)
        throw ScaffoldError(path: path, code: code)
      }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// Why a scaffold can't be written.
package struct ScaffoldError: Error, Hashable, Sendable {
  package let path: String
  /// The system's number of the error.
  let code: Int32

  package var isForbidden: Bool { code == EACCES || code == EPERM || code == EROFS }
}

extension ScaffoldError: CustomStringConvertible {
  /// What is the case and what to do.
  package var description: String {
    let name = sanitized(path)
    return switch code {
    case EEXIST: "\(name) is there already and stays as it is: take another name"
    case ENOENT, ENOTDIR: "\(name) can't be made: its directory is not there; give one with --dir"
    case EACCES, EPERM, EROFS: "\(name) can't be made: permission denied; give a directory of yours"
    default: "\(name) can't be written (\(String(cString: strerror(code)))): free some room, say"
    }
  }
}
