import Glibc
package import NavWire

extension ContentDescription {
  /// The tour, with the command by which others join a session.
  package static func tour(joining session: String) -> ContentDescription {
    .tour(command: Invitation.command(joining: session))
  }

  /// A file that is to be shown as a deck.
  ///
  /// - Throws: `.noInput` where there is no such file.
  package static func deck(at path: String) throws(ClientExit) -> ContentDescription {
    let found = try FoundPath(path)
    guard !found.isDirectory else {
      throw ClientExit(.noInput, "\(path) is a directory: show it with --tree \(path)")
    }
    return .deck(path: found.path)
  }

  /// A directory that is to be shown as a stack of lists and files.
  ///
  /// - Throws: `.noInput` where there is no such directory.
  package static func tree(at path: String) throws(ClientExit) -> ContentDescription {
    let found = try FoundPath(path)
    guard found.isDirectory else {
      throw ClientExit(
        .noInput,
        "\(path) is no directory: give one, or show the file as a deck with --deck \(path)"
      )
    }
    return .tree(path: found.path)
  }

  /// A file that is to be shown as a scene.
  ///
  /// - Throws: `.noInput` where there is no such file.
  package static func scene(at path: String) throws(ClientExit) -> ContentDescription {
    let found = try FoundPath(path)
    guard !found.isDirectory else {
      throw ClientExit(.noInput, "\(path) is a directory: show it with --tree \(path)")
    }
    return .scene(path: found.path)
  }

  /// What a path is: a directory, or a deck or a scene by its name (experience.md: Programs).
  ///
  /// - Throws: `.noInput` for anything else.
  package static func guessing(_ path: String) throws(ClientExit) -> ContentDescription {
    let found = try FoundPath(path)
    if found.isDirectory { return .tree(path: found.path) }
    if sceneEndings.contains(where: path.lowercased().hasSuffix) { return .scene(path: found.path) }
    guard deckEndings.contains(where: path.lowercased().hasSuffix) else {
      throw ClientExit(
        .noInput,
        "\(path) is neither a directory nor a Markdown file (\(deckEndings.joined(separator: " "))) "
          + "nor a scene (\(sceneEndings.joined(separator: " "))): show it as a deck with --deck, as a scene "
          + "with --scene, or the directory around it with --tree"
      )
    }
    return .deck(path: found.path)
  }

  private static let deckEndings = [".md", ".markdown", ".mkd", ".mdown"]
  private static let sceneEndings = [".yaml", ".yml"]
}

/// A path that leads to something.
private struct FoundPath {
  /// Absolute, without links.
  let path: String
  let isDirectory: Bool

  init(_ path: String) throws(ClientExit) {
    guard let absolute = realpath(path, nil) else {
      let reason = String(cString: strerror(errno))
      // What is not UTF-8 on the command line has become this character.
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
  }
}

extension Endpoints {
  /// Where the daemon of this user listens.
  package static var ofThisUser: Endpoints {
    Endpoints(
      runtimeDirectory: getenv("XDG_RUNTIME_DIR").map { String(cString: $0) },
      user: getuid()
    )
  }
}
