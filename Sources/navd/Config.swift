import ArgumentParser
import NavDaemon
import NavSystem

/// Prints the configuration of a daemon that would be started now.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Prints the configuration and the source of each value, and starts nothing.",
    discussion: """
      navd config                       as navd would find it
      navd config --config try.toml     checks a file
      navd config > config.toml         a file to begin with

      Values come from the command line, else from the file, else they are the defaults. A running navd reads \
      the file again when it gets the signal HUP.
      """
  )

  @OptionGroup var arguments: ConfigurationArguments

  func run() throws {
    do throws(DaemonError) {
      let reading = try arguments.source.read()
      Console.print(reading.text, terminator: "")
    } catch {
      log(error)
      throw ExitCode(error.code.rawValue)
    }
  }
}
