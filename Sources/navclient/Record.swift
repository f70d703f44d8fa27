import ArgumentParser
import NavBase
import NavClient
import NavSystem
import NavViewer
import NavWire

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Records a session to a file, or edits a recording.",
    discussion: """
      navclient record -s talk -o talk.navrec

      The file has what moved the session, and the files that were opened in it, so that it can be shown again in any \
      size. It has no notes, no questions and no names; with --names it says which viewer did what, and an export as \
      text or HTML shows it. Ctrl-C ends it; what was written until then is a whole recording, at most a second short, \
      also after a crash.

      All viewers see `rec` in the status line. Only owners of navd may record, unless its configuration says \
      recording = "off".

      A recording that is named first is edited, into another file. Nothing is recorded then.

        navclient record talk.navrec --cut 1:20 2:05 --idle 2 -o short.navrec
        navclient record talk.navrec --from demo --to 12:00 -o demo.navrec
        navclient record talk.navrec --redact 7 --redact plan.md -o public.navrec

      Times are 3:20, 90s or the name of a mark, and those of the recording that is read. What is shown after a cut is \
      what was shown there. The pages of a deck or directory stay in the file, also if they were shown in a cut alone: \
      --redact takes them out.
      """
  )

  @Argument(help: "A recording to edit; without it, a session is recorded.", completion: .file())
  var path: String?

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("The file to write, which must not exist.", valueName: "talk.navrec"),
    completion: .file()
  )
  var output: String

  @Flag(help: "Also record the names of the viewers who move the session.")
  var names = false

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Leave out what is between two times.", valueName: "from to")
  )
  var cut: [String] = []

  @Option(help: ArgumentHelp("Begin at this time.", valueName: "3:20"))
  var from: String?

  @Option(help: ArgumentHelp("End at this time.", valueName: "3:20"))
  var to: String?

  @Option(
    help: ArgumentHelp("Shorten times in which nothing happens: 0.1 to 3600 s.", valueName: "2")
  )
  var idle: Double?

  @Option(
    help: ArgumentHelp(
      "Take out a slide by its number or title (talk.md:7 of one of several decks), or a file by its name.",
      valueName: "page"
    )
  )
  var redact: [String] = []

  func validate() throws {
    let edits = !cut.isEmpty || from != nil || to != nil || idle != nil || !redact.isEmpty
    guard (path != nil) == edits else {
      throw ValidationError(
        path.map {
          "say what to change in '\($0)', with --cut, --from, --to, --idle or --redact; -s names a session"
        }
          ?? "name the recording to edit first, as in `navclient record talk.navrec --idle 2 -o short.navrec`"
      )
    }
    guard path == nil || session.session == nil else {
      throw ValidationError("leave -s out: a recording is edited without a session")
    }
    guard path == nil || !names else {
      throw ValidationError("leave --names out: names are recorded, and a recording is edited")
    }
    guard cut.count.isMultiple(of: 2) else {
      throw ValidationError(
        "--cut takes two times, as in --cut 1:20 2:05; name the recording before it"
      )
    }
    guard idle.map({ (0.1...3_600).contains($0) }) ?? true else {
      throw ValidationError("--idle is 0.1 to 3600")
    }
  }

  func run() throws {
    if let path { return try edit(path) }
    try server.commanding { commands throws(ClientExit) -> Void in
      try commands.record(session.session, to: output, names: names) { Console.printError($0) }
    }
  }

  private func edit(_ path: String) throws {
    let recording = try making { () throws(ClientExit) in try Recording(readFrom: path) }
    var edit = RecordingEdit()
    if let from { edit.from = try recording.time(from, for: "--from") }
    if let to { edit.to = try recording.time(to, for: "--to") }
    for index in stride(from: 0, to: cut.count, by: 2) {
      edit.cuts.append(
        (
          try recording.time(cut[index], for: "--cut"),
          try recording.time(cut[index + 1], for: "--cut")
        )
      )
    }
    // Times in a recording are whole milliseconds.
    edit.idle = idle.map { .milliseconds(Int($0 * 1_000)) }
    try running { () throws(ClientExit) in
      var edited = try editing(or: .usage) { () throws(RecordingEditError) in
        try recording.edited(by: edit)
      }
      for page in redact { edited = try edited.redacting(page) }
      try edited.write(to: output)
    }
  }
}
