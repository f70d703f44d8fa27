import ArgumentParser
import NavClient
import NavViewer

struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Says what the terminal can do, whether navd answers, and what is wrong.",
    discussion: """
      navclient doctor
      navclient doctor --json

      Each fact of the terminal is followed by its source: the environment, the terminal's own answer, or an \
      override. NAVCLIENT_TERMINAL overrides both, with words separated by commas: truecolor 256 16 mono, dark \
      light, and sync links kitty receipts symbols, each also with no- in front; no-questions asks the \
      terminal nothing.

      The exit code is 0, or the one with which `navclient` would end now, such as 69 without a daemon. \
      Without a terminal it says so, which is no error.

      The JSON is an object: ok, and entries, each with topic, name, value, origin and advice; the last \
      two may be null.
      """
  )

  @OptionGroup var server: ServerOption

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() throws {
    let report = NavClient.Doctor.examine(try server.endpoints)
    print(json ? try DoctorListing.json(report) : DoctorListing.text(report))
    guard report.code == .success else { throw ArgumentParser.ExitCode(report.code.rawValue) }
  }
}
