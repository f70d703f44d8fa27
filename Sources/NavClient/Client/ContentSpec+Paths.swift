import Glibc
package import NavBase
import NavSystem
package import NavViewer
package import NavWire

extension ContentSpec {
  /// Describes the tour, which shows the command with which others join the session.
  package static func tour(
    joining session: String,
    at endpoints: Endpoints
  ) -> ContentSpec {
    .tour(command: Invitation.command(joining: session, at: endpoints))
  }

  /// Describes a file or a directory as the kind that an option names.
  ///
  /// - Throws: `.noInput` if there is no such file or directory.
  package static func named(_ kind: PathKind, at path: String) throws(ClientExit) -> ContentSpec {
    let found = try FoundPath(named: path)
    switch kind.traits.option?.place {
    case .file where found.isDirectory:
      throw ClientExit(.noInput, "\(path) is a directory: show it with --tree \(path)")
    case .directory where !found.isDirectory:
      throw ClientExit(
        .noInput,
        "\(path) is no directory: give one, or show the file as a deck with --deck \(path)"
      )
    case .file, .directory, .any, nil: return .path(PathContent(kind, found.path))
    }
  }

  /// Guesses the content at a path: a book, another directory, or a file by its name and, for YAML, by its keys; any
  /// other file is shown as in a directory.
  ///
  /// - Throws: `.noInput` for a pipe or a device, and if the path does not exist.
  package static func guessing(_ path: String) throws(ClientExit) -> ContentSpec {
    let found = try FoundPath(named: path)
    let kind = found.kind
    guard kind != .file || found.isFile else {
      throw ClientExit(
        .noInput,
        "\(path) is a pipe or a device: read it with `navclient --open - < \(Invitation.quoted(path))`"
      )
    }
    return .path(PathContent(kind, found.path))
  }
}

extension FoundPath {
  /// - Throws: `.noInput` if there is no such file or directory.
  fileprivate init(named path: String) throws(ClientExit) {
    do throws(SystemFailure) {
      try self.init(path)
    } catch {
      throw ClientExit(.noInput, "can't open \(path): \(error)")
    }
  }
}

extension Endpoints {
  /// The endpoints of this user's daemon.
  package static var ofThisUser: Endpoints {
    Endpoints(runtimeDirectory: UserDirectories.runtimeDirectory, user: getuid())
  }
}
