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
    guard let absolute = realpath(path, nil) else {
      let reason = String(cString: strerror(errno))
      throw ClientExit(.noInput, "can't open \(path): \(reason)")
    }
    defer { free(absolute) }
    var status = stat()
    guard stat(absolute, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
      throw ClientExit(.noInput, "\(path) is a directory: give a Markdown file")
    }
    return .deck(path: String(cString: absolute))
  }

  /// What a path is, by its name (experience.md: Programs).
  package static func guessing(_ path: String) throws(ClientExit) -> ContentDescription {
    let content = try deck(at: path)
    let endings = [".md", ".markdown", ".mkd", ".mdown"]
    guard endings.contains(where: path.lowercased().hasSuffix) else {
      throw ClientExit(
        .noInput,
        "\(path) is no Markdown file (\(endings.joined(separator: " "))); "
          + "to show it as one all the same: --deck \(path)"
      )
    }
    return content
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
