import Glibc
package import NavBase
package import NavViewer
import NavWire

extension ContentSpec {
  /// Describes the output of a command line, which the daemon runs in the client's directory.
  ///
  /// - Parameter line: a command line for `sh`.
  /// - Returns: the content.
  /// - Throws: `.usage` for a line that can't be run.
  package static func shell(_ line: String) throws(ClientExit) -> ContentSpec {
    guard line.contains(where: { !$0.isWhitespace }) else {
      throw ClientExit(.usage, "--cmd wants a command line: write one, in quotes")
    }
    return try program(.shell, [line])
  }

  /// Describes a manual page.
  ///
  /// - Parameter words: the page's name, optionally after a section: `printf`, `3 printf`.
  /// - Returns: the content.
  /// - Throws: `.usage` for anything else.
  package static func manual(_ words: String) throws(ClientExit) -> ContentSpec {
    let arguments = split(words)
    guard !arguments.isEmpty else {
      throw ClientExit(.usage, "--man wants a page: write its name, as in --man printf")
    }
    return try program(.man, arguments, option: "--man")
  }

  /// Describes the commits of the repository in the client's directory.
  ///
  /// - Parameter words: revisions, and paths after `--`; empty for the whole branch.
  /// - Returns: the content.
  /// - Throws: `.usage` for options.
  package static func gitLog(_ words: String) throws(ClientExit) -> ContentSpec {
    try program(.gitLog, split(words), option: "--git-log")
  }

  /// Describes the changes in the repository in the client's directory.
  ///
  /// - Parameter words: revisions, and paths after `--`; empty for the changes that are not staged.
  /// - Returns: the content.
  /// - Throws: `.usage` for options.
  package static func gitDiff(_ words: String) throws(ClientExit) -> ContentSpec {
    try program(.gitDiff, split(words), option: "--git-diff")
  }

  private static func program(
    _ kind: CommandLine.Kind,
    _ arguments: [String],
    option: String? = nil
  ) throws(ClientExit) -> ContentSpec {
    let names = arguments.prefix { $0 != "--" }
    if let option, let strange = names.first(where: { $0.hasPrefix("-") }) {
      throw ClientExit(
        .usage,
        "\(option) takes names, and \(strange) is an option: run it with --cmd '...'"
      )
    }
    guard let path = getcwd(nil, 0) else {
      throw ClientExit(
        .noInput,
        "can't tell where this is (\(String(cString: strerror(errno)))): change the directory"
      )
    }
    defer { free(path) }
    guard let directory = String(validatingCString: path) else {
      throw ClientExit(.noInput, "this directory's name is not UTF-8: run it in another one")
    }
    let command = CommandLine(kind, arguments, in: directory)
    do {
      try command.check()
    } catch {
      throw ClientExit(.usage, "\(error)")
    }
    return .command(command)
  }

  private static func split(_ words: String) -> [String] {
    words.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
