import Glibc
package import NavBase
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

  /// Describes a file that is shown as a deck.
  ///
  /// - Throws: `.noInput` if there is no such file.
  package static func deck(at path: String) throws(ClientExit) -> ContentSpec {
    .deck(path: try file(at: path))
  }

  /// Describes a directory that is shown as a stack of lists and files.
  ///
  /// - Throws: `.noInput` if there is no such directory.
  package static func tree(at path: String) throws(ClientExit) -> ContentSpec {
    let found = try FoundPath(path)
    guard found.isDirectory else {
      throw ClientExit(
        .noInput,
        "\(path) is no directory: give one, or show the file as a deck with --deck \(path)"
      )
    }
    return .tree(path: found.path)
  }

  /// Describes a file that is shown as a scene.
  ///
  /// - Throws: `.noInput` if there is no such file.
  package static func scene(at path: String) throws(ClientExit) -> ContentSpec {
    .scene(path: try file(at: path))
  }

  /// Describes a book by its summary, or by a directory of Markdown files.
  ///
  /// - Throws: `.noInput` if the path does not exist.
  package static func docs(at path: String) throws(ClientExit) -> ContentSpec {
    .docs(path: try FoundPath(path).path)
  }

  /// Describes a JSON or YAML file that is shown as lists of its values.
  ///
  /// - Throws: `.noInput` if there is no such file.
  package static func outline(at path: String) throws(ClientExit) -> ContentSpec {
    .outline(path: try file(at: path))
  }

  /// Returns the absolute path of something that is not a directory.
  private static func file(at path: String) throws(ClientExit) -> String {
    let found = try FoundPath(path)
    guard !found.isDirectory else {
      throw ClientExit(.noInput, "\(path) is a directory: show it with --tree \(path)")
    }
    return found.path
  }

  /// Guesses the content at a path: a book, another directory, or a file by its name and, for YAML, by its keys; any
  /// other file is shown as in a directory.
  ///
  /// - Throws: `.noInput` for a pipe or a device, and if the path does not exist.
  package static func guessing(_ path: String) throws(ClientExit) -> ContentSpec {
    let found = try FoundPath(path)
    let names = [path.lowercased(), found.path.lowercased()]
    func endsIn(_ endings: [String]) -> Bool {
      endings.contains { ending in names.contains { $0.hasSuffix(ending) } }
    }
    if found.isDirectory {
      return found.isBook ? .docs(path: found.path) : .tree(path: found.path)
    }
    if found.isSummary { return .docs(path: found.path) }
    if endsIn(outlineEndings) { return .outline(path: found.path) }
    if endsIn(sceneEndings) {
      return SceneGuess(path: found.path).isScene
        ? .scene(path: found.path) : .outline(path: found.path)
    }
    if endsIn(deckEndings) { return .deck(path: found.path) }
    guard found.isFile else {
      throw ClientExit(
        .noInput,
        "\(path) is a pipe or a device: read it with `navclient --open - < \(Invitation.quoted(path))`"
      )
    }
    return .file(path: found.path)
  }

  private static let outlineEndings = [".json", ".jsonl", ".ndjson", ".geojson", ".ipynb"]
  private static let deckEndings = [".md", ".markdown", ".mkd", ".mdown"]
  private static let sceneEndings = [".yaml", ".yml"]
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
    isDirectory && ["SUMMARY.md", "book.toml"].contains { access(path + "/" + $0, F_OK) == 0 }
  }

  init(_ path: String) throws(ClientExit) {
    guard let absolute = realpath(path, nil) else {
      let reason = String(cString: strerror(errno))
      // Bytes that are not UTF-8 on the command line were decoded as this character.
      let advice = path.contains("\u{FFFD}") ? "; a path that is not UTF-8 can't be shown" : ""
      throw ClientExit(.noInput, "can't open \(path): \(reason)\(advice)")
    }
    defer { free(absolute) }
    guard let text = String(validatingCString: absolute) else {
      throw ClientExit(
        .noInput,
        "\(path) is \(String(cString: absolute)), which is not UTF-8: rename it to show it"
      )
    }
    var status = stat()
    guard stat(absolute, &status) == 0 else {
      throw ClientExit(.noInput, "can't open \(path): \(String(cString: strerror(errno)))")
    }
    self.path = text
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
    isFile = status.st_mode & S_IFMT == S_IFREG
  }
}

extension Endpoints {
  /// The endpoints of this user's daemon.
  package static var ofThisUser: Endpoints {
    Endpoints(
      runtimeDirectory: getenv("XDG_RUNTIME_DIR").map { String(cString: $0) },
      user: getuid()
    )
  }
}
