import ArgumentParser

struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints a script by which a shell completes navclient's commands.",
    discussion: """
      bash:  navclient completions bash > ~/.local/share/bash-completion/completions/navclient
      zsh:   navclient completions zsh > ~/.zfunc/_navclient
             with `fpath+=(~/.zfunc)` before `compinit` in ~/.zshrc
      fish:  navclient completions fish > ~/.config/fish/completions/navclient.fish

      New shells have it; make the directory first where it is missing. Names of sessions are completed by \
      asking navd.
      """
  )

  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish
  }

  @Argument(help: ArgumentHelp("bash, zsh or fish.", valueName: "shell"))
  var shell: Shell

  func run() {
    print(script)
  }

  var script: String {
    switch shell {
    case .bash: CompletedCommandLine.completionScript(for: .bash)
    case .zsh: CompletedCommandLine.completionScript(for: .zsh)
    case .fish: CompletedCommandLine.completionScript(for: .fish)
    }
  }
}

/// The command line as shells are told it: the options of the default subcommand stand in front, too,
/// where the generator of scripts would leave them out.
private struct CompletedCommandLine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Navclient.configuration.commandName,
    abstract: Navclient.configuration.abstract,
    version: Navclient.configuration.version,
    subcommands: Navclient.configuration.subcommands
  )

  @OptionGroup var attach: Attach
}
