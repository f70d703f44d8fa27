import ArgumentParser
import NavClient
import NavContent
import NavInspect

/// Writes a deck as something that needs no daemon to be read.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a deck as text, as one file of HTML, or as JSON.",
    discussion: """
      navclient export talk.md --format html -o talk.html
      navclient export talk.md | less
      navclient export talk.md --format json

      All steps of a slide are there. text: 78 columns, a line of hyphens between slides. html: one file without \
      scripts or other files, light or dark as the reader has it; each slide is a section with the anchor \
      #slide-N, notes are folded. json: one object with title and slides; each of these with number (from 1), \
      title, lines (as in text) and notes (empty where there are none).
      """
  )

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, html, json
  }

  @Argument(help: "The deck, a Markdown file.", completion: .file())
  var path: String

  @Option(help: ArgumentHelp("How to write it.", valueName: "text|html|json"))
  var format = Format.text

  @Option(
    name: [.customShort("o"), .long],
    help: "The file to write, replaced where it is there; without it, standard output.",
    completion: .file()
  )
  var output: String?

  func run() throws {
    var found: Deck?
    try running { () throws(ClientExit) in
      do throws(ContentError) {
        found = try loadDeck(path: path)
      } catch {
        let isForbidden = if case .notPermitted = error { true } else { false }
        throw ClientExit(isForbidden ? .notPermitted : .noInput, "\(error)")
      }
    }
    guard let deck = found else { return }
    let export = DeckExport(deck)
    let text =
      switch format {
      case .text: export.text
      case .html: export.html
      case .json: try JSONText.encode(DeckEntry(export)) + "\n"
      }
    guard let output else { return print(text, terminator: "") }
    try running { () throws(ClientExit) in
      do throws(OutputFile.Failure) {
        try OutputFile.write(text, to: output)
      } catch {
        throw ClientExit(error.isForbidden ? .notPermitted : .usage, error.description)
      }
    }
  }
}

/// A deck for programs.
private struct DeckEntry: Encodable {
  let title: String
  let slides: [SlideEntry]

  struct SlideEntry: Encodable {
    let number: Int
    let title: String
    let lines: [String]
    let notes: String
  }

  init(_ export: DeckExport) {
    title = export.title
    slides = export.slides.enumerated().map { index, slide in
      SlideEntry(
        number: index + 1,
        title: slide.title,
        lines: DeckExport.lines(of: slide.document),
        notes: slide.notes
      )
    }
  }
}
