import NavBase
package import NavSystem
package import NavViewer

/// The sources of a viewer's configuration, which can be read again when the file changes.
package struct ViewerConfigurationSource: Hashable, Sendable {
  /// The configuration file; nil if the user has no directory for it.
  package let path: String?
  /// Whether the user named the file, so that it must exist.
  private let isNamed: Bool
  private let commandLine: ViewerLayer
  private let environment: ViewerLayer
  /// The theme files.
  package let themes: ThemeLibrary

  /// - Parameters:
  ///   - file: the file that the user named; nil for the default one.
  ///   - commandLine: the values from the command line.
  ///   - environment: the environment variables of the process.
  ///   - directories: the user's directories.
  package init(
    file: String?,
    commandLine: ViewerLayer,
    environment: [String: String],
    directories: UserDirectories
  ) {
    path = file ?? directories.configurationFile
    isNamed = file != nil
    self.commandLine = commandLine
    self.environment = ViewerLayer(environment: environment)
    themes = ThemeLibrary(directory: directories.themesDirectory)
  }

  /// A configuration with the faults in its file.
  package struct Reading: Hashable, Sendable {
    package let configuration: ViewerConfiguration
    /// The file that was read, for display; nil if there was none.
    package let path: String?
    /// The faults in the file, one line each.
    package let problems: [String]
    /// The first fault, short enough for a status line.
    package let shortProblem: String?
    /// Whether there are faults other than unknown names.
    package let hasErrors: Bool

    /// The whole configuration in the form of a file, with the source of each value.
    package var text: String {
      "# \(path.map { "file: \($0)" } ?? "no file")\n\n\(configuration.text)"
    }
  }

  /// Reads the file, if it exists, and merges all sources.
  ///
  /// Faults in the file are part of the result, and its valid values are used.
  ///
  /// - Throws: if a file that the user named does not exist.
  package func read() throws(ClientExit) -> Reading {
    var layer = ViewerLayer()
    var faults: [ConfigurationFault] = []
    var readable: String?
    var problem: ConfigurationFileError?
    if let path {
      do throws(ConfigurationFileError) {
        let bytes = try ConfigurationFile.read(path: path)
        readable = sanitized(path)
        do throws(ConfigurationFaults) {
          let parser = try ViewerParser(bytes)
          (layer, faults) = (parser.layer, parser.faults)
        } catch {
          faults = error.faults
        }
      } catch  where error.code == .notFound {
        if isNamed { throw ClientExit(.noInput, "\(error)") }
      } catch {
        problem = error
      }
    }
    let all = ConfigurationFaults(faults)
    return Reading(
      configuration: ViewerConfiguration(
        file: layer,
        environment: environment,
        commandLine: commandLine
      ),
      path: readable,
      problems: problem.map { ["\($0)"] } ?? all.lines(in: path ?? ""),
      shortProblem: problem.map { "\($0)" }
        ?? all.faults.first.map { "\(shortName(of: path ?? "")):\($0)" },
      hasErrors: problem != nil || faults.contains { $0.weight == .wrong }
    )
  }
}

extension ViewerConfigurationSource {
  /// Returns the theme for a picture of a screen: that of the command line, else the configured one; `auto` means dark.
  ///
  /// - Returns: the theme and the faults in its files.
  /// - Throws: if the theme on the command line can't be used, with one line per fault.
  package func pictureTheme() throws(ClientExit) -> (theme: Theme, problems: [String]) {
    let reading = themes.read(try read().configuration.options.theme)
    if let theme = reading.theme { return (theme, reading.problems) }
    guard commandLine.theme == nil else {
      throw ClientExit(.noInput, reading.problems.joined(separator: "\n"))
    }
    return (.dark, reading.problems)
  }
}

/// Returns the last part of a path, for a status line.
func shortName(of path: String) -> String {
  sanitized(path.split(separator: "/").last.map(String.init) ?? path)
}
