import NavBase

/// A scene file: any composition of containers, in YAML.
///
/// Every node is a map with exactly one of these keys, and optionally `title`:
///
///     text: "# Markdown"                       one page
///     file: page.md                            one page from a Markdown file
///     deck: talk.md                            a Markdown deck
///     tree: music                              a directory; optionally
///     {tree: music, sort: time, hidden: true}  with an order (name, time, size, kind) and hidden files
///     docs: book                               a book, or a directory of Markdown files
///     outline: values.json                     a JSON or YAML document
///     command: make test                       the output of a program: a line for sh, or
///     command: {git_log: [--all], directory: src}   shell, man, git_log or git_diff with arguments
///     list: {entries: [a, {label: b, detail: c, selectable: false, open: NODE}],
///            sections: [{title: t, entries: [...]}], notes: [...]}
///     board: {boxes: [{name: a, title: t, text: "lines", border: false}],
///             constraints: [a.left = page.left + 2 @high, a.width <= 20, a.edges = page inset 1]}
///     pager: {pages: [NODE, ...], transition: slide, axis: horizontal, spacing: 2, header: buttons}
///     pager: {numbered: {name: Day, count: 365}, transition: curl, spine: mid, double_sided: true}
///     book: {pages: [NODE, ...] | deck: talk.md, spine: mid}   a pager whose transition is curl
///     options: {name: Column, count: 1000000} | {pages: [NODE, ...]}   a pager below an option bar
///     stack: {root: NODE}
///     tabs: {items: [{title: t, icon: i, badge: 3, badge_role: alert, content: NODE}],
///            attachment: "Markdown", attachment_shown: true}
///     split: {parts: [NODE, NODE], shares: [2, 1]}   parts beside or below one another
///
/// `transition` is `slide`, `curl` or `none`; `axis` is `horizontal` or `vertical`; `spine` is `min`, `mid` or `max`;
/// `header` is `buttons`, `arrows`, `segments` or `options`; `badge_role` is `neutral`, `notice`, `success`, `warning`
/// or `alert`. `axis` and `spacing` need `slide`, `spine` and `double_sided` need `curl`. `text`, `file`, `deck`,
/// `list` and `board` may have `insets: 2`, or some of `{top: 1, left: 2, bottom: 1, right: 2}`: rows and columns that
/// are kept free around the content. `open` is the page that an entry opens if the list is in a stack. Paths are
/// relative to the scene file. A constraint compares attributes of a box with a number, a box or the `page` (see
/// `BoardConstraint.init(_:)`). Anchors and aliases are rejected, since a short file could expand to a huge one with them.
package enum SceneFile {
  /// The limits of a scene file.
  package struct Limits: Hashable, Sendable {
    /// The maximum size of the scene file, in bytes.
    package var bytes = 4 << 20
    /// The maximum nesting depth of nodes.
    package var depth = 32
    /// The maximum number of YAML values in the file.
    package var values = 200_000
    /// The maximum number of files that are read because the scene names them.
    package var files = 256
    /// The maximum total size of these files, in bytes.
    package var fileBytes = 64 << 20
    /// The maximum number of generated pages.
    package var numberedPages = 1_000_000
    /// The maximum number of tabs in one bar.
    package var tabs = 64

    package init() {}
  }

  /// Reads a scene file and the files that it names.
  ///
  /// - Parameters:
  ///   - path: the path of the scene file.
  ///   - limits: the limits of the scene.
  /// - Returns: the scene.
  /// - Throws: `malformed` with the position of the first fault; another error if the scene file, or a file that it
  ///   names, can't be read.
  package static func load(
    path: String,
    limits: Limits = Limits()
  ) throws(ContentError) -> ParsedScene {
    try parse(try loadText(path: path, limit: limits.bytes), path: path, limits: limits)
  }

  /// Parses the text of a scene file.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - path: the path of the file, to which other paths are relative.
  ///   - limits: the limits of the scene.
  /// - Returns: the scene.
  /// - Throws: the same errors as `load`.
  package static func parse(
    _ text: String,
    path: String,
    limits: Limits = Limits()
  ) throws(ContentError) -> ParsedScene {
    try scene(of: SceneSource(text: text, path: path), limits: limits)
  }

  /// The maximum number of reported faults.
  package static let mostFaults = 100

  /// Returns all faults of a text, except those hidden by another fault.
  ///
  /// Text that is not YAML has one fault.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - path: the path of the file, to which other paths are relative.
  /// - Returns: at most `mostFaults` faults.
  package static func faults(in text: String, path: String) -> [SceneFault] {
    let log = SceneFaultLog(limit: mostFaults)
    do throws(ContentError) {
      _ = try scene(of: SceneSource(text: text, path: path, log: log), limits: Limits())
    } catch {
      log.note(error)
    }
    return log.faults
  }

  /// Finds conflicting constraints of boards, in a scene without other faults.
  ///
  /// - Parameters:
  ///   - text: the text of a scene file.
  ///   - path: the path of the file.
  /// - Returns: a fault for each constraint that is dropped because of a conflict, or the reason why a board can't be
  ///   laid out.
  static func conflicts(in text: String, path: String) -> [SceneFault] {
    (try? parse(text, path: path))?.boards.flatMap(\.conflicts) ?? []
  }

  private static func scene(
    of source: SceneSource,
    limits: Limits
  ) throws(ContentError) -> ParsedScene {
    let (text, path) = (source.text, source.path)
    guard text.utf8.count <= limits.bytes else { throw .tooLarge(path: path, limit: limits.bytes) }
    let estimate = source.estimatedSize
    let composed = try ReadingBudget.taking(
      estimate,
      keeping: min(estimate, limits.values * SceneSource.nodeSize)
    ) { () throws(ContentError) in
      try source.compose()
    }
    guard let composed else { throw .needsMemory(path: path) }
    guard let root = composed else {
      throw source.fault(
        "the file is empty: begin with text, pager, stack, tabs or another node",
        at: nil
      )
    }
    var reader = SceneReader(source, limits: limits)
    try reader.count(root, depth: 1)
    return try MarkdownPictures.of(path) { () throws(ContentError) in
      let content = try reader.content(of: root, depth: 1, name: path.fileStem)
      return ParsedScene(content, of: reader)
    }
  }
}
