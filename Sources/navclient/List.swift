import ArgumentParser
import NavClient
import NavSystem
import NavViewer
import NavWire

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ls",
    abstract: "Lists the sessions.",
    discussion: """
      navclient ls
      navclient ls -q          the names alone, one on each line
      navclient ls --json

      The JSON is an array of objects with the keys name, content (a path or "tour"), viewers, page (from \
      1), pages, title (of that page), top (names the page in front), version and unseen_ms (for how long \
      it has had no viewer). After 7 days without a viewer the column VIEWERS says so: unseen 9 d.
      """
  )

  @OptionGroup var server: ServerOption

  @Flag(help: "Print a JSON array; `[]` when there are none.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print the names only, and nothing when there are none.")
  var quiet = false

  @Flag(
    help: ArgumentHelp(
      "Print nothing if the names could only be had through ssh, which might ask for a password.",
      visibility: .hidden
    )
  )
  var completing = false

  func validate() throws {
    if json && quiet { throw ValidationError("give --json or --quiet, not both") }
  }

  func run() throws {
    let endpoints = try server.endpoints
    if completing, endpoints.needsForwarding { return }
    var sessions: [Reply.SessionInfo] = []
    try running { () throws(ClientExit) in
      var commands = try OneShotCommands(endpoints: endpoints)
      sessions = try commands.sessions()
    }
    if json {
      Console.print(try SessionListing.json(sessions))
    } else if !quiet {
      Console.print(SessionListing.table(sessions))
    } else if !sessions.isEmpty {
      Console.print(SessionListing.names(sessions))
    }
  }
}
