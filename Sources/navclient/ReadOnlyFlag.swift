import ArgumentParser

/// The flag for a viewer that only watches.
struct ReadOnlyFlag: ParsableArguments {
  @Flag(name: .customLong("readonly"), help: "Only watch: your keys do not move the session.")
  var isReadOnly = false
}
