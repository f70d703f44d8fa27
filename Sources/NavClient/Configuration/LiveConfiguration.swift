package import NavCanvas
import NavConfiguration
import NavText
package import NavViewer

/// The configuration and the theme of a viewer that runs, read again when their files change.
///
/// A file that is wrong changes nothing: the mistake is told, and what held before holds on.
package struct LiveConfiguration: ~Copyable {
  package private(set) var configuration: ViewerConfiguration
  package private(set) var theme: Theme
  /// What was wrong at the start, short enough for a status line; nil for nothing.
  package private(set) var complaint: String?
  private let source: ViewerConfigurationSource
  private var appearance: Appearance
  /// Nil where the system has no watches to give: then nothing is read again.
  private var watch: FileWatch?
  private var themeFiles: [String] = []

  /// What a reading has brought, for the viewer to act on.
  package struct Change: Hashable, Sendable {
    package var options: ViewerOptions
    package var theme: Theme
    /// What is wrong, short enough for a status line; nil for nothing.
    package var complaint: String?
  }

  /// Reads everything for the first time.
  ///
  /// - Parameters:
  ///   - source: where it comes from.
  ///   - appearance: what the terminal's background is taken to be.
  /// - Throws: where a file that the user has named is not there.
  package init(
    _ source: ViewerConfigurationSource,
    appearance: Appearance = .dark
  ) throws(ClientExit) {
    let reading = try source.read()
    self.source = source
    self.appearance = appearance
    configuration = reading.configuration
    theme = .default(for: appearance)
    watch = FileWatch()
    let themeComplaint = readTheme()
    complaint = reading.shortComplaint ?? themeComplaint
  }

  // MARK: The loop around it

  /// What to poll for being readable; nil for nothing.
  package var fileDescriptor: Int32? {
    switch watch {
    case .some(let watch): watch.fileDescriptor
    case nil: nil
    }
  }

  /// When to call `change(at:)`.
  package var nextWake: Duration? {
    switch watch {
    case .some(let watch): watch.nextWake
    case nil: nil
    }
  }

  /// The descriptor was readable.
  package mutating func heard(at now: Duration) {
    watch?.heard(at: now)
  }

  /// Reads again what has changed; nil where nothing has.
  package mutating func change(at now: Duration) -> Change? {
    let changed = watch?.changes(at: now) ?? []
    guard !changed.isEmpty else { return nil }
    var complaint: String?
    if let path = source.path, changed.contains(path) { complaint = readConfiguration() }
    let themeComplaint = readTheme()
    return Change(
      options: configuration.options,
      theme: theme,
      complaint: complaint ?? themeComplaint
    )
  }

  /// The terminal's background is known now, which `auto` goes by.
  ///
  /// - Returns: the theme; nil where it stays.
  package mutating func learn(_ appearance: Appearance) -> Theme? {
    guard appearance != self.appearance else { return nil }
    self.appearance = appearance
    let before = theme
    _ = readTheme()
    return theme == before ? nil : theme
  }

  // MARK: Reading

  private mutating func readConfiguration() -> String? {
    do throws(ClientExit) {
      let reading = try source.read()
      if !reading.isWrong { configuration = reading.configuration }
      return reading.shortComplaint
    } catch {
      return error.text
    }
  }

  private mutating func readTheme() -> String? {
    let reading = source.themes.read(configuration.options.theme, for: appearance)
    if let theme = reading.theme { self.theme = theme }
    watch?.watch([source.path].compactMap(\.self) + reading.files)
    return reading.shortComplaint
  }
}
