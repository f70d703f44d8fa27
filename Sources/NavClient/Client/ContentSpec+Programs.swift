import Glibc
package import NavBase
import NavSystem
package import NavViewer
import NavWire

extension ContentSpec {
  /// Describes the output of a program, which the daemon runs in the client's directory.
  ///
  /// - Parameter words: a command line for `sh`, or the program's arguments; none of these is an option.
  /// - Throws: `.usage` for anything else.
  package static func program(
    _ kind: CommandLine.Kind,
    _ words: String
  ) throws(ClientExit) -> ContentSpec {
    let option = "--" + kind.option.name
    let split = words.split(whereSeparator: \.isWhitespace).map(String.init)
    if let wanted = kind.traits.wanted, split.isEmpty {
      throw ClientExit(.usage, "\(option) wants \(wanted)")
    }
    let arguments = kind == .shell ? [words] : split
    let names = arguments.prefix { $0 != "--" }
    if kind != .shell, let strange = names.first(where: { $0.hasPrefix("-") }) {
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
    let command = CommandLine(kind, arguments, in: String(system: path))
    do {
      try command.check()
    } catch {
      throw ClientExit(.usage, "\(error)")
    }
    return .command(command)
  }
}
