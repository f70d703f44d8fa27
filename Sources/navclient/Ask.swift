import ArgumentParser
import NavBase
import NavClient
import NavViewer
import NavWire

struct Ask: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask",
    abstract: "Asks the speaker of a session a question.",
    discussion: """
      navclient ask -s talk "Does it work over a slow line?"
      navclient ask -s talk --name ada Why ZeroMQ?

      The speaker sees it with your name, and nobody else does. A question has at most 280 characters; you may ask \
      one in 10 seconds.
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Option(
    help: ArgumentHelp("Your name, up to 32 columns; by default USER@HOST.", valueName: "name")
  )
  var name: ViewerName?

  @Argument(help: ArgumentHelp("The question.", valueName: "question"))
  var words: [String]

  func validate() throws {
    let count = question.count
    guard count <= Request.Talk.longestQuestion else {
      let most = Request.Talk.longestQuestion
      throw ValidationError("the question has \(count) characters: write at most \(most)")
    }
  }

  private var question: String { words.joined(separator: " ") }

  func run() throws {
    try server.commanding { commands throws(ClientExit) -> Void in
      warn(try commands.talk(.ask(question), in: session.session, as: name))
    }
  }
}
