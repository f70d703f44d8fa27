import ArgumentParser
import NavDaemon

/// Prints the key by which viewers on other machines know this daemon.
struct ServerKey: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Prints the key by which viewers on other machines know this navd.",
    discussion: """
      navd key
      navclient --server tcp://HOST:PORT --key "$(navd key)" ls

      The key is made at the first start with --listen, or by this command. Its secret part is in server.key, in the \
      directory in which sessions are kept: whoever has that file can pretend to be this navd. Who may come is in \
      authorized_keys, beside the configuration file: a line for each key, with a role, viewer, driver, presenter or \
      owner, and optionally sessions=NAME,NAME and a comment. A running navd reads it when it is saved.
      """
  )

  @OptionGroup var arguments: ConfigurationArguments

  func run() throws {
    do throws(DaemonError) {
      let reading = try arguments.source.read()
      print(try DaemonOptions.serverKey(keptIn: reading.configuration.stateDirectory))
    } catch {
      log(error)
      throw ExitCode(error.code.rawValue)
    }
  }
}
