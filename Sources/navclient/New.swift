import ArgumentParser
import NavClient
import NavContent
import NavSystem
import NavViewer
import NavWire

struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Creates a session without attaching, or the files for a scene.",
    discussion: """
      navclient new -s keynote talk.md
      navclient new talk.md                  as session talk; prints the name
      navclient new -s music --tree ~/Music
      navclient new -s app --open app.yaml   containers in one another
      navclient new -s demo                  the built-in tour
      navclient new --scaffold app           writes app/scene.yaml, with comments, to begin with

      Without -s, the name is that of the content, with a number where a session has it already: talk, talk-2; it \
      is printed. Where a session has the name of -s, nothing is done, and the exit code is 64: \
      `navclient --session talk` joins it.

      A scaffold is a directory of that name with a scene, a deck and a page. Existing files are not touched: \
      in a directory that exists already, the missing files are written. It lists the files, and on the last \
      line it prints the command that shows them. No daemon is needed until then.
      """
  )

  @OptionGroup var server: ServerOption

  @Option(
    name: [.customShort("s"), .long],
    help: "The name of the new session; without it, that of its content."
  )
  var session: String?
  @OptionGroup var content: ContentOptions

  @Option(
    help: ArgumentHelp(
      "Write a scene to begin with into a directory of this name, or the files of it that are missing.",
      valueName: "name"
    )
  )
  var scaffold: String?

  @Option(
    help: "The directory in which the scaffold's directory is written.",
    completion: .directory
  )
  var dir: String?

  @OptionGroup var start: StartFlag

  func validate() throws {
    switch (session, scaffold) {
    case (nil, nil) where !content.isGiven:
      throw ValidationError(
        "name the new session with -s NAME, say what it shows, or give --scaffold NAME"
      )
    case (nil, nil): if dir != nil { throw ValidationError("--dir goes with --scaffold") }
    case (_?, _?): throw ValidationError("give -s or --scaffold, not both")
    case (_?, nil):
      if dir != nil { throw ValidationError("--dir goes with --scaffold") }
    case (nil, let name?):
      if dir?.isEmpty == true { throw ValidationError("--dir is empty: give a directory") }
      guard Scaffold(name: name) == nil else { return }
      throw ValidationError(
        "'\(name)' can't name a session: use 1 to \(Scaffold.longestName) letters, digits, '.', '_' "
          + "or '-', beginning with a letter or a digit"
      )
    }
  }

  func run() throws {
    if let scaffold = scaffold.flatMap(Scaffold.init) { return try write(scaffold) }
    let endpoints = try server.endpoints
    try running { () throws(ClientExit) in
      let asked = try content.content()
      let shown = try asked.map { content throws(ClientExit) in
        try ContentOptions.sent(content, to: endpoints, isOnServer: self.content.onServer)
      }
      var commands = try serving(endpoints, startsDaemon: !start.isRefused) {
        () throws(ClientExit) in
        try OneShotCommands(endpoints: endpoints)
      }
      let name = if let session { session } else { try commands.name(for: shown) }
      let content = shown ?? .tour(joining: name, at: endpoints)
      warn(try commands.newSession(name, showing: content))
      // A generated name is printed, so that scripts can use it.
      if session == nil { Console.print(name) }
    }
  }

  private func write(_ scaffold: Scaffold) throws {
    try running { () throws(ClientExit) in
      guard try content.content() == nil else {
        throw ClientExit(.usage, "a scaffold has content of its own: leave --open and the like out")
      }
      let outcome: Scaffold.Outcome
      do throws(ScaffoldError) {
        outcome = try scaffold.write(in: dir ?? ".")
      } catch {
        throw ClientExit(writing: error.cause, "\(error)")
      }
      for file in outcome.files {
        Console.print("\(file.isNew ? "wrote" : "kept ") \(Invitation.quoted(file.path))")
      }
      let scene = Invitation.quoted(outcome.scene)
      Console.print("navclient --session \(scaffold.name) --open \(scene)")
    }
  }
}
