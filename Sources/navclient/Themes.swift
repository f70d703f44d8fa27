import ArgumentParser
import NavClient
import NavSystem
import NavViewer

/// Lists the themes, or prints one as a file.
struct Themes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "themes",
    abstract: "Lists the themes, or prints one as a file to start from.",
    discussion: """
      navclient themes
      navclient themes --preview
      navclient themes --json
      navclient themes --print dark > ~/.config/navd/themes/mine.toml

      A theme of your own is a file in $XDG_CONFIG_HOME/navd/themes that the configuration names, `theme = \
      "mine"`, or `navclient --theme mine`. It has the differences from the theme that it inherits. Changes \
      are shown as soon as they are saved. The JSON is an array of objects with the keys name and path (null \
      for built-in themes).

      dark and light have the ground of the terminal, the other built-in themes one of their own: projector \
      and stage have a high contrast, on white and on black; clear distinguishes nothing by red and green \
      alone.
      """
  )

  @Flag(help: "Print a JSON array.")
  var json = false

  @Flag(help: "Show each theme in its colours.")
  var preview = false

  @Option(
    help: ArgumentHelp("Print this theme as a complete file.", valueName: "name"),
    completion: .themes
  )
  var print: String?

  func validate() throws {
    if [json, preview, print != nil].count(where: \.self) > 1 {
      throw ValidationError("give one of --json, --preview and --print")
    }
  }

  func run() throws {
    let library = ThemeLibrary(directory: UserDirectories.ofThisUser.themesDirectory)
    if preview {
      let environment = environmentVariables()
      let depth = TerminalCapabilities(environment: environment, color: .always).colorDepth
      for name in library.names {
        let lines = library.read(name).theme?.preview(name, depth: depth) ?? []
        for line in lines { Console.printAsIs(line + "\n") }
      }
      return
    }
    guard let name = print else {
      return Console.print(json ? try ThemeListing.json(library) : ThemeListing.text(library))
    }
    try running { () throws(ClientExit) in
      let reading = library.read(name)
      for problem in reading.problems { Console.printError(problem) }
      guard let file = reading.file else { throw ClientExit(.noInput) }
      Console.print(file, terminator: "")
    }
  }
}
