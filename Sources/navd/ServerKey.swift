import ArgumentParser
import Glibc
import NavDaemon
import NavSystem
import NavWire

/// Prints the key by which viewers on other machines know this daemon, and replaces it.
struct ServerKey: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Prints the key by which viewers on other machines know this navd, and replaces it.",
    discussion: """
      navd key
      navclient --server tcp://HOST:PORT --key "$(navd key)" ls
      navd key --rotate        makes the next key, and announces it
      navd key --switch        days later: makes it the current one

      The key is made at the first start with --listen, or by this command. Its secret part is in server.key, in the \
      directory in which sessions are kept: whoever has that file can pretend to be this navd. Who may come is in \
      authorized_keys, beside the configuration file: a line for each key, with a role, viewer, driver, presenter or \
      owner, and optionally sessions=NAME,NAME and a comment. A running navd reads it when it is saved.

      Between --rotate and --switch the key is printed as KEY+NEXT, which --key takes, too, and new invitations have \
      both. Viewers that attach in this time learn the next key, and come back by themselves after the switch. \
      A viewer that knows only the old key is refused then, and has to be told the new one.
      """
  )

  @OptionGroup var arguments: ConfigurationArguments

  @Flag(help: "Make the next key, which a running navd announces to its viewers.")
  var rotate = false

  @Flag(name: .customLong("switch"), help: "Make the next key the current one, at once.")
  var switchToNext = false

  func validate() throws {
    if rotate, switchToNext {
      throw ValidationError(
        "give --rotate first and --switch later: viewers learn the key meanwhile"
      )
    }
  }

  func run() throws {
    do throws(DaemonError) {
      let reading = try arguments.source.read()
      let step: DaemonOptions.KeyStep =
        rotate ? .rotate : switchToNext ? .switchToNext : .none
      let (keys, nextMadeAt) = try DaemonOptions.serverKeys(
        keptIn: reading.configuration.stateDirectory,
        step
      )
      Console.print("\(keys)")
      explain(keys, nextMadeAt)
    } catch {
      log(error)
      throw ExitCode(error.code.rawValue)
    }
  }

  /// Tells the operator the state of a replacement, on standard error: standard output is the key alone.
  private func explain(_ keys: ServerKeys, _ nextMadeAt: Int64?) {
    if let next = keys.next {
      let since = nextMadeAt.flatMap(Self.calendarTime).map { ", made \($0)" } ?? ""
      log("current key: \(keys.current)")
      log("next key:    \(next)\(since)")
      log(
        "viewers that attach from now on learn the next key, and new invitations have both; "
          + "`navd key --switch` makes it the current one"
      )
    } else if switchToNext {
      log(
        "this is the current key from now on, and a running navd uses it at once; whoever knows the old one alone is "
          + "refused: tell them this one, or send a new invitation"
      )
    }
  }

  /// Returns a time in seconds since 1970 as `2026-11-27 18:05`; nil outside of the calendar.
  private static func calendarTime(_ unixTime: Int64) -> String? {
    var seconds = time_t(unixTime)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return nil }
    var text = [CChar](repeating: 0, count: 64)
    let length = strftime(&text, text.count, "%Y-%m-%d %H:%M", &parts)
    return length > 0 ? String(decoding: text[..<length].map(UInt8.init), as: UTF8.self) : nil
  }
}
