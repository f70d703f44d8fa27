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
    let found = try FoundPath(path)
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
    let found = try FoundPath(path)
    if found.isDirectory {
      return found.isBook ? .docs(path: found.path) : .tree(path: found.path)
    }
    if found.isSummary { return .docs(path: found.path) }
    if let kind = PathKind(ofFileNamed: [path, found.path], at: found.path) {
      return .path(PathContent(kind, found.path))
    }
    guard found.isFile else {
      throw ClientExit(
        .noInput,
        "\(path) is a pipe or a device: read it with `navclient --open - < \(Invitation.quoted(path))`"
      )
    }
    return .file(path: found.path)
  }
}

extension PathKind {
  /// Guesses the kind of a file by the endings of its names and, for YAML, by its keys; nil for unknown endings.
  ///
  /// - Parameters:
  ///   - names: its names; the kind that is listed last wins.
  ///   - path: the path at which it is read.
  package init?(ofFileNamed names: [String], at path: String) {
    let found = names.compactMap(PathKind.init(ofFileNamed:))
    guard let kind = PathKind.allCases.last(where: found.contains) else { return nil }
    self = kind == .scene && !SceneGuess(path: path).isScene ? .outline : kind
  }
}

/// A path that exists.
private struct FoundPath {
  /// Absolute, with symbolic links resolved.
  let path: String
  let isDirectory: Bool
  /// Whether it is a regular file, which can be read repeatedly.
  let isFile: Bool

  /// Whether it is the summary of an mdBook.
  var isSummary: Bool { path.split(separator: "/").last == "SUMMARY.md" }

  /// Whether it is a directory that contains a summary or the settings of an mdBook.
  var isBook: Bool {
    isDirectory
      && ["SUMMARY.md", "book.toml"].contains {
        access((path + "/" + $0).utf8.terminated, F_OK) == 0
      }
  }

  init(_ path: String) throws(ClientExit) {
    guard let absolute = realpath(path.utf8.terminated, nil) else {
      throw ClientExit(.noInput, "can't open \(path): \(String(cString: strerror(errno)))")
    }
    defer { free(absolute) }
    var status = stat()
    guard stat(absolute, &status) == 0 else {
      throw ClientExit(.noInput, "can't open \(path): \(String(cString: strerror(errno)))")
    }
    self.path = String(system: absolute)
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
    isFile = status.st_mode & S_IFMT == S_IFREG
  }
}

extension Endpoints {
  /// The endpoints of this user's daemon.
  package static var ofThisUser: Endpoints {
    Endpoints(runtimeDirectory: UserDirectories.runtimeDirectory, user: getuid())
  }
}
