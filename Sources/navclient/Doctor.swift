import ArgumentParser
import NavClient
import NavSystem
import NavViewer

struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Says what the terminal can do, whether navd answers, and what is wrong.",
    discussion: """
      navclient doctor
      navclient doctor --server tcp://HOST:PORT --key KEY
      navclient doctor --json

      The steps of a connection to navd are named in their order, each with its result and its time: the login \
      through ssh, finding the machine, connecting, the greeting, the daemon's key, what this user may do, the \
      version of the protocol, and the socket of the scenes. The first that fails is followed by what to do, and \
      the others are not tried. An invitation is used as `navclient join` uses it, and the key of this user as a \
      viewer is made if there is none.

      The directories and files of this user that exist, such as those of sockets and keys, are listed with their \
      modes. One that others could change, and a secret that they could read, is followed by what to do.

      Each fact of the terminal is followed by its source: the environment, the terminal's own answer, or an \
      override. NAVCLIENT_TERMINAL overrides both, with words separated by commas: truecolor 256 16 mono, dark \
      light, and sync links kitty receipts symbols, each also with no- in front; no-questions asks the \
      terminal nothing.

      The exit code is 0, or the one with which `navclient` would end now, such as 69 without a daemon and 77 \
      without permission. Without a terminal it says so, which is no error.

      The JSON is an object: ok, and entries, each with topic, name, value, origin, advice, outcome \
      (ok, failed or not tried) and milliseconds; the last four may be null.
      """
  )

  @OptionGroup var server: ServerOption

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() throws {
    let report = NavClient.Doctor.examine(try server.endpoints)
    Console.print(json ? try DoctorListing.json(report) : DoctorListing.text(report))
    guard report.code == .success else { throw ArgumentParser.ExitCode(report.code.rawValue) }
  }
}
