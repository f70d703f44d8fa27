package import NavScene
package import NavText

/// One step from a scene to another: the smallest thing that a diff says.
package enum SceneChange: Hashable, Sendable {
  case root(RootChange)
  /// Sets fields of a container; creates it when its id is new.
  case container(ContainerID, ContainerChange)
  /// Sets rows from an index on, over whatever stands there.
  case rows(ContainerID, first: Int, [TextRow])
  /// Removes a container with its rows.
  case removeContainer(ContainerID)
  case removeRows(ContainerID, Range<Int>)
}

/// The fields of a scene's root that change.
package struct RootChange: Hashable, Sendable {
  package var fields: [RootField: Int]
  /// The new texts; those that are not named stay.
  package var texts: [RootText: String]

  package init(fields: [RootField: Int] = [:], texts: [RootText: String] = [:]) {
    self.fields = fields
    self.texts = texts
  }

  package var isEmpty: Bool { fields.isEmpty && texts.isEmpty }
}

/// The fields of a container that change.
package struct ContainerChange: Hashable, Sendable {
  package var fields: [ContainerField: Int]
  /// The new texts; those that are not named stay.
  package var texts: [ContainerText: String]

  package init(fields: [ContainerField: Int] = [:], texts: [ContainerText: String] = [:]) {
    self.fields = fields
    self.texts = texts
  }

  package var isEmpty: Bool { fields.isEmpty && texts.isEmpty }
}

/// What arrived does not fit what is there: the replica has to be fetched anew.
package struct CorruptUpdate: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
