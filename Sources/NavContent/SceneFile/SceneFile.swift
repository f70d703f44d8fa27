import Yams

/// A scene file: any composition of containers, in YAML.
///
/// Every node is a map with exactly one of these keys, and `title` if it wants one:
///
///     text: "# Markdown"                       one page
///     file: page.md                            one page from a Markdown file
///     deck: talk.md                            a Markdown deck
///     tree: music                              a directory, which may have
///     {tree: music, sort: time, hidden: true}  an order (name, time, size, kind) and hidden files
///     docs: book                               a book, or a directory of Markdown files
///     outline: values.json                     a JSON or YAML document
///     command: make test                       what a program prints: a line for sh, or
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
///
/// `transition` is `slide`, `curl` or `none`; `axis` `horizontal` or `vertical`; `spine` `min`, `mid` or
/// `max`; `header` `buttons`, `arrows`, `segments` or `options`; `badge_role` `neutral`, `notice`,
/// `success`, `warning` or `alert`. `axis` and `spacing` go with `slide`, `spine` and `double_sided` with
/// `curl`. `text`, `file`, `deck`, `list` and `board` may have `insets: 2`, or some of `{top: 1, left: 2, bottom: 1,
/// right: 2}`: rows and columns that are kept free around what they show. `open` gives an entry its page where the list lies in a stack. Paths are relative to the scene
/// file. A constraint compares attributes of a box with a number or with a box or the `page` (see
/// `SceneBoard.Rule`). Anchors and aliases are refused: a short file could ask for very much with them.
package enum SceneFile {
  /// What a scene file may ask for at most.
  package struct Limits: Hashable, Sendable {
    /// Of the scene file itself.
    package var bytes = 4 << 20
    /// Nodes in one another.
    package var depth = 32
    /// Values of any kind in the file.
    package var values = 200_000
    /// Files that it names, read one after the other.
    package var files = 256
    /// Bytes of all those files.
    package var fileBytes = 64 << 20
    /// Pages that are made when they are looked at.
    package var numberedPages = 1_000_000
    /// Tabs of one bar.
    package var tabs = 64

    package init() {}
  }

  /// Reads a scene file and the files that it names.
  ///
  /// - Parameters:
  ///   - path: of the scene file.
  ///   - limits: what it may ask for.
  /// - Returns: what it shows.
  /// - Throws: `malformed` with the place for what the file says wrong; another error where it, or a file
  ///   that it names, can't be read.
  package static func load(
    path: String,
    limits: Limits = Limits()
  ) throws(ContentError) -> SceneNode {
    let bytes = try RegularFile.read(path: path, limit: limits.bytes)
    return try parse(String(decoding: bytes, as: UTF8.self), path: path, limits: limits)
  }

  /// Reads a scene from a text.
  ///
  /// - Parameters:
  ///   - text: what would stand in the file.
  ///   - path: where the file is said to be.
  ///   - limits: what it may ask for.
  /// - Returns: what it shows.
  /// - Throws: as `load`.
  package static func parse(
    _ text: String,
    path: String,
    limits: Limits = Limits()
  ) throws(ContentError) -> SceneNode {
    try node(of: SceneSource(text: text, path: path), limits: limits)
  }

  /// The most faults that are told of one file.
  package static let mostFaults = 100

  /// Everything that is wrong in a text, as far as one fault does not hide another.
  ///
  /// A text that is no YAML has one fault, where reading ends.
  ///
  /// - Parameters:
  ///   - text: what would stand in the file.
  ///   - path: where the file is said to be.
  ///   - limits: what it may ask for.
  /// - Returns: the faults, at most `mostFaults`.
  package static func faults(
    in text: String,
    path: String,
    limits: Limits = Limits()
  ) -> [SceneFault] {
    let log = SceneFaultLog(limit: mostFaults)
    do throws(ContentError) {
      _ = try node(of: SceneSource(text: text, path: path, log: log), limits: limits)
    } catch {
      log.note(error)
    }
    return log.faults
  }

  private static func node(
    of source: SceneSource,
    limits: Limits
  ) throws(ContentError) -> SceneNode {
    let (text, path) = (source.text, source.path)
    guard text.utf8.count <= limits.bytes else { throw .tooLarge(path: path, limit: limits.bytes) }
    guard let root = try source.compose() else {
      throw source.fault(
        "the file is empty: begin with text, pager, stack, tabs or another node",
        at: nil
      )
    }
    var reader = SceneReader(source, limits: limits)
    try reader.count(root, depth: 1)
    return try MarkdownPictures.of(path) { () throws(ContentError) in
      try reader.node(root, depth: 1, name: path.fileStem)
    }
  }
}
