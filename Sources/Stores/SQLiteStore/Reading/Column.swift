import Columns
import SQLGeneration

/// Not GRDB's type of the same name.
typealias Column = Columns.Column
/// Not GRDB's type of the same name.
typealias ColumnMapping = SQLGeneration.ColumnMapping
