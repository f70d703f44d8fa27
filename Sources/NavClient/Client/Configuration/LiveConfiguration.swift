package import NavBase
import NavSystem
package import NavViewer

/// The configuration and theme of a running viewer, reloaded when their files change.
///
/// A file with an error changes nothing: the error is reported, and the previous configuration
/// stays in force.
package struct LiveConfiguration: ~Copyable {
  package private(set) var configuration: ViewerConfiguration
  package private(set) var theme: Theme
  /// The first fault at the start, short enough for a status line; nil for none.
  package private(set) var problem: String?
  private let source: ViewerConfigurationSource
  private var appearance: Appearance
  /// The theme that the content asks for, if it is readable on this terminal.
  private var wished = BuiltInTheme.own
  /// Nil if the system can't watch files; then nothing is reloaded.
  private var watch: FileWatch?

  /// The result of a reload, for the viewer to apply.
  package struct Change: Hashable, Sendable {
    package var options: ViewerOptions
    package var theme: Theme
    /// The first fault, short enough for a status line; nil for none.
    package var problem: String?
  }

  /// Reads the theme for the first time.
  ///
  /// - Parameters:
  ///   - source: the sources of the configuration.
  ///   - reading: what was read from them.
  ///   - appearance: the assumed background of the terminal.
  package init(
    _ source: ViewerConfigurationSource,
    _ reading: ViewerConfigurationSource.Reading,
    appearance: Appearance = .dark
  ) {
    self.source = source
    self.appearance = appearance
    configuration = reading.configuration
    theme = .default(for: appearance)
    watch = FileWatch()
    let themeProblem = readTheme()
    problem = reading.shortProblem ?? themeProblem
  }

  // MARK: Event loop

  /// The descriptor to poll for reading; nil for none.
  package var fileDescriptor: Int32? {
    switch watch {
    case .some(let watch): watch.fileDescriptor
    case nil: nil
    }
  }

  /// The time at which to call `change(at:)`.
  package var nextWake: Duration? {
    switch watch {
    case .some(let watch): watch.nextWake
    case nil: nil
    }
  }

  /// Records that the descriptor was readable.
  package mutating func heard(at now: Duration) {
    watch?.heard(at: now)
  }

  /// Reloads changed files; nil if none has changed.
  package mutating func change(at now: Duration) -> Change? {
    let changed = watch?.changes(at: now) ?? []
    guard !changed.isEmpty else { return nil }
    var problem: String?
    if let path = source.path, changed.contains(path) { problem = readConfiguration() }
    let themeProblem = readTheme()
    return Change(
      options: configuration.options,
      theme: theme,
      problem: problem ?? themeProblem
    )
  }

  /// Records the terminal's background, which `auto` depends on.
  ///
  /// - Returns: the new theme; nil if it stays the same.
  package mutating func learn(_ appearance: Appearance) -> Theme? {
    guard appearance != self.appearance else { return nil }
    self.appearance = appearance
    return newTheme()
  }

  /// Records the theme that the content asks for, which `auto` follows if it is readable: if it has a ground of its own,
  /// or is made for the terminal's background.
  ///
  /// - Returns: the new theme; nil if it stays the same.
  package mutating func follow(_ wish: BuiltInTheme, depth: ColorDepth) -> Theme? {
    // Asked at each screen.
    guard wish != .own || wished != .own else { return nil }
    let hasGrounds = depth == .truecolor || depth == .palette256
    let isReadable = Theme.named(wish.name).map { theme in
      hasGrounds && theme[.page].ground != nil || theme.appearance == appearance
    }
    let wish = isReadable == true ? wish : .own
    guard wish != wished else { return nil }
    wished = wish
    return newTheme()
  }

  // MARK: Reading

  private mutating func readConfiguration() -> String? {
    do throws(ClientExit) {
      let reading = try source.read()
      if !reading.hasErrors { configuration = reading.configuration }
      return reading.shortProblem
    } catch {
      return error.text
    }
  }

  /// Reads the theme again; returns it, or nil if it stays the same.
  private mutating func newTheme() -> Theme? {
    let before = theme
    _ = readTheme()
    return theme == before ? nil : theme
  }

  private mutating func readTheme() -> String? {
    let own = configuration.options.theme
    let name = own == ThemeLibrary.automatic && wished != .own ? wished.name : own
    let reading = source.themes.read(name, for: appearance)
    if let theme = reading.theme { self.theme = theme }
    watch?.watch([source.path].compactMap(\.self) + reading.files)
    return reading.shortProblem
  }
}
