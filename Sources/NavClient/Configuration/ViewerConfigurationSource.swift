package import NavCanvas
package import NavConfiguration
import NavText
package import NavViewer

/// Where a viewer's configuration comes from, to be read whenever its file has changed.
package struct ViewerConfigurationSource: Hashable, Sendable {
  /// The file; nil where the user has no place for one.
  package let path: String?
  /// Whether the user has named the file, so that it has to be there.
  private let isNamed: Bool
  private let commandLine: ViewerLayer
  private let environment: ViewerLayer
  /// Where themes are.
  package let themes: ThemeLibrary

  /// - Parameters:
  ///   - file: the file that the user has named, if any.
  ///   - commandLine: what the options say.
  ///   - environment: the variables of the process.
  ///   - directories: where the user's files are.
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

  /// A configuration, and what is wrong with the file that was read for it.
  package struct Reading: Hashable, Sendable {
    package let configuration: ViewerConfiguration
    /// The file that was read, for people; nil where there was none.
    package let path: String?
    /// What is wrong with it, a line each.
    package let complaints: [String]
    /// The first of them, as short as a status line needs it.
    package let shortComplaint: String?
    /// Whether more is wrong than names that nobody knows.
    package let isWrong: Bool

    /// The whole configuration as a file would say it, with where each value comes from.
    package var text: String {
      "# \(path.map { "file: \($0)" } ?? "no file")\n\n\(configuration.text)"
    }
  }

  /// Reads the file, if there is one, and puts everything together.
  ///
  /// What is wrong with the file is told in the reading, and the rest of it holds.
  ///
  /// - Throws: where a file that the user has named is not there.
  package func read() throws(ClientExit) -> Reading {
    var layer = ViewerLayer()
    var faults: [ConfigurationFault] = []
    var readable: String?
    var complaint: ConfigurationFileError?
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
        complaint = error
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
      complaints: complaint.map { ["\($0)"] } ?? all.lines(in: path ?? ""),
      shortComplaint: complaint.map { "\($0)" }
        ?? all.faults.first.map { "\(shortName(of: path ?? "")):\($0)" },
      isWrong: complaint != nil || faults.contains { $0.weight == .wrong }
    )
  }
}

extension ViewerConfigurationSource {
  /// The theme for a picture of a screen: that of the command line, else the configured one; dark where it goes by a
  /// terminal's background.
  ///
  /// - Returns: the theme, and what is wrong with its files.
  /// - Throws: where the one that the user has named can't be used, with what is wrong in a line each.
  package func pictureTheme() throws(ClientExit) -> (theme: Theme, complaints: [String]) {
    let reading = themes.read(try read().configuration.options.theme)
    if let theme = reading.theme { return (theme, reading.complaints) }
    guard commandLine.theme == nil else {
      throw ClientExit(.noInput, reading.complaints.joined(separator: "\n"))
    }
    return (.dark, reading.complaints)
  }
}

/// The last part of a path, for a status line.
func shortName(of path: String) -> String {
  sanitized(path.split(separator: "/").last.map(String.init) ?? path)
}
