import NavSystem

@testable import NavBase
@testable import NavContent
@testable import NavDaemon
@testable import NavEngine
@testable import NavHost
@testable import NavViewer
@testable import NavWire

/// The numbers of the page about limits.
enum LimitsManual {
  static let parts: [String: ManualPart] = [
    "configurable": { page in
      let defaults = ConfigurableLimits()
      for limit in ConfigurableLimit.allCases {
        page.bullet("`\(limit.rawValue)`: \(grouped(defaults[limit]))")
      }
    }
  ]

  static var values: [String: String] {
    [content, decks, scenes, programs, finding, exports, together].reduce(into: [:]) {
      $0.merge($1) { value, _ in value }
    }
  }

  private static var content: [String: String] {
    let (documents, books) = (DataLimits(), DocsLimits())
    return [
      "directoryEntries": grouped(TreeLimits().entries), "pageRows": grouped(FlowedText.rowLimit),
      "stackPages": "\(StackNode.depthLimit)", "standardInput": size(BundleManifest.Limits.bytes),
      "requestText": size(GivenText.byteLimit), "bookDepth": "\(books.depth)",
      "chapters": grouped(books.chapters), "yamlSize": size(documents.yaml.bytes),
      "previews": grouped(documents.previews), "documentEntries": grouped(documents.entries),
      "valueText": size(documents.textBytes),
    ]
  }

  private static var decks: [String: String] {
    [
      "deckSize": size(deckByteLimit), "slides": grouped(Deck.Limits().slides),
      "tableCells": grouped(Deck.Limits().tableCells), "includeDepth": "\(DeckFiles.depthLimit)",
      "includeFiles": "\(DeckFiles.countLimit)",
    ]
  }

  private static var scenes: [String: String] {
    let limits = SceneFile.Limits()
    return [
      "sceneSize": size(limits.bytes), "sceneDepth": "\(limits.depth)",
      "sceneValues": grouped(limits.values), "sceneFiles": "\(limits.files)",
      "sceneFileBytes": size(limits.fileBytes), "sceneTabs": "\(limits.tabs)",
      "numberedPages": grouped(limits.numberedPages), "scriptSize": size(Script.byteLimit),
      "scriptCommands": grouped(Script.commandLimit), "scriptFiles": grouped(Script.includeLimit),
    ]
  }

  private static var programs: [String: String] {
    let (program, lines) = (ProcessLimits.followed, TerminalText.Limits.followed)
    return [
      "programBytes": size(program.outputBytes), "programLines": grouped(lines.lines),
      "programMemory": size(program.memory), "programs": "\(CommandRunner.limit)",
      "commits": grouped(GitLog.commitLimit),
    ]
  }

  private static var finding: [String: String] {
    let files = FileIndex.Limits()
    return [
      "findFiles": grouped(files.files), "findDepth": "\(files.depth)",
      "findPlaces": grouped(FoundPlaces.placeLimit), "matches": grouped(SessionSearch.matchLimit),
      "searchedPages": grouped(SessionSearch.pageLimit),
      "expressionSteps": "\(TextPattern.stepLimit)", "clipboard": grouped(Clipboard.byteLimit),
      "fieldBytes": "\(SessionCommand.textLimit)",
    ]
  }

  private static var exports: [String: String] {
    [
      "exportDocument": size(ExportLimits.documentBytes),
      "exportPages": grouped(ExportLimits.pages),
      "exportEntries": grouped(ExportLimits.entries), "exportBytes": size(ExportLimits.bytes),
      "picture": size(ContentExport.pictureBytes),
      "pictures": size(ContentExport.allPictureBytes),
    ]
  }

  private static var together: [String: String] {
    [
      "waitingKeys": "\(OperationQueue.capacity)",
      "question": "\(Request.Talk.longestQuestion)",
      "exclusion": "\(Request.Control.longestExclusion.components.seconds / 3_600)",
    ]
  }

  private static func grouped(_ number: Int) -> String { DeckManual.grouped(number) }

  /// `64 MiB`.
  private static func size(_ bytes: Int) -> String {
    if bytes >= 1 << 30 { return "\(bytes >> 30) GiB" }
    return bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
  }
}
