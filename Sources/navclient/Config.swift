import ArgumentParser
import NavClient
import NavSystem
import NavViewer

/// Prints the configuration that a viewer would have if it were started now.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Prints how viewers are configured, with where each value comes from.",
    discussion: """
      navclient config                     as a viewer would find it
      navclient config --print-default     a file to begin with, with comments
      navclient config --check [FILE]      says what is wrong with a file, by line and column

      Values come from the command line, else from the environment (NO_COLOR), else from the file, else they \
      are the defaults. A running viewer takes over another theme, and mouse, as soon as they are saved; the \
      other values hold from its next start. The tables of navd in the same file are checked by `navd config`.
      """
  )

  @OptionGroup var viewer: ViewerArguments

  @Flag(help: "Print a file with the defaults and with comments.")
  var printDefault = false

  @Flag(help: "Only print the mistakes; the exit code is 64 where there are any.")
  var check = false

  @Argument(
    help: "The file to check; without it, the one that a viewer would read.",
    completion: .file(extensions: ["toml"])
  )
  var file: String?

  func validate() throws {
    if printDefault && check {
      throw ValidationError("give --print-default or --check, not both")
    }
    if file != nil && !check { throw ValidationError("a file is only named to --check it") }
    if file != nil && viewer.config != nil {
      throw ValidationError("give the file once: --check FILE, or --config FILE")
    }
  }

  func run() throws {
    if printDefault { return Console.print(ViewerConfiguration.defaultFile, terminator: "") }
    try running { () throws(ClientExit) in
      let source = file.map { viewer.source(file: $0) } ?? viewer.source
      let reading = try source.read()
      for problem in reading.problems { Console.printError(problem) }
      let theme = source.themes.read(reading.configuration.options.theme)
      for problem in theme.problems { Console.printError(problem) }
      guard check else { return Console.print(reading.text, terminator: "") }
      if !(reading.problems + theme.problems).isEmpty { throw ClientExit(.usage) }
    }
  }
}
