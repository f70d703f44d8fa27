import ArgumentParser
import NavClient
import NavTerminal

struct Attach: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Attaches to a session; creates it when it is new. (The default.)",
    discussion: """
      navclient attach -s talk --open talk.md
      navclient attach -s talk --open talk.md --open src      side tabs
      navclient --session talk
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption
  @OptionGroup var content: ContentOptions

  @Option(help: ArgumentHelp("Colours to use.", valueName: "auto|always|never|256|16"))
  var color = ColorChoice.auto

  @Option(
    help: ArgumentHelp("Frames in a second at most, from 1 to 240.", valueName: "n")
  )
  var fps = FramePacer.standardRate

  @Flag(help: "Show the end of every motion at once.")
  var reducedMotion = false

  func validate() throws {
    guard FramePacer.rates.contains(fps) else {
      throw ValidationError("--fps is \(fps): give a number from 1 to 240")
    }
  }

  private var options: ViewerOptions {
    var options = ViewerOptions()
    options.color = color
    options.framesPerSecond = fps
    options.reducedMotion = reducedMotion
    return options
  }

  func run() throws {
    let endpoints = try server.endpoints
    try running { () throws(ClientExit) in
      try Viewer.run(
        session: session.session,
        content: try content.content(),
        options: options,
        endpoints: endpoints
      )
    }
  }
}
