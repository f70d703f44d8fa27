import ArgumentParser
import NavClient
import NavContent
import NavWire

/// Writes a deck, or what a session shows, as something that needs no daemon to be read.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a deck, or what a session shows, as text, as one file of HTML, or as JSON.",
    discussion: """
      navclient export talk.md --format html -o talk.html
      navclient export talk.md | less
      navclient export -s talk --format json         what a session shows now

      A deck file needs no daemon; of a session navd writes what it shows: decks, books, documents, scenes and \
      what a program has printed as a whole, of directories and of commits the lists and pages that lie open. What \
      is left out is said at the end. All steps of a slide are there.

      text: 78 columns, but lines of programs and documents as they are, a line of hyphens between pages. html: \
      one file without scripts or other files, light or dark as the reader has it; each page is a section with the \
      anchor #slide-N in a deck, #page-N otherwise, notes are folded. json: one object with title, omitted \
      (sentences, [] for nothing) and slides, or pages where it is no deck; each of these with number (from 1), \
      title, lines (as in text), notes (empty where there are none), and pages with path, the titles that lead to it.
      """
  )

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, html, json

    fileprivate var ofFile: ContentExport.Format {
      switch self {
      case .text: .text
      case .html: .html
      case .json: .json
      }
    }

    fileprivate var ofSession: Request.Export.Format {
      switch self {
      case .text: .text
      case .html: .html
      case .json: .json
      }
    }
  }

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Argument(
    help: "The deck, a Markdown file; without it, what a session shows.",
    completion: .file()
  )
  var path: String?

  @Option(help: ArgumentHelp("How to write it.", valueName: "text|html|json"))
  var format = Format.text

  @Option(
    name: [.customShort("o"), .long],
    help: "The file to write, replaced where it is there; without it, standard output.",
    completion: .file()
  )
  var output: String?

  func validate() throws {
    if path != nil && session.session != nil {
      throw ValidationError("give a deck or a session, not both")
    }
  }

  func run() throws {
    let endpoints = try server.endpoints
    try running { () throws(ClientExit) in
      let text: String
      if let path {
        text = ContentExport(try deck(at: path)).written(as: format.ofFile)
      } else {
        var commands = try Commands(endpoints: endpoints)
        let bytes = try commands.export(of: session.session, as: format.ofSession)
        text = String(decoding: bytes, as: UTF8.self)
      }
      guard let output else { return print(text, terminator: "") }
      do throws(OutputFile.Failure) {
        try OutputFile.write(text, to: output)
      } catch {
        throw ClientExit(error.isForbidden ? .notPermitted : .usage, error.description)
      }
    }
  }

  private func deck(at path: String) throws(ClientExit) -> Deck {
    do throws(ContentError) {
      return try loadDeck(path: path)
    } catch {
      let isForbidden = if case .notPermitted = error { true } else { false }
      throw ClientExit(isForbidden ? .notPermitted : .noInput, "\(error)")
    }
  }
}
