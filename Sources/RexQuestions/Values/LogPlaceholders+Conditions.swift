package import RexLog
import RexQuery

extension LogPlaceholders: RedactedValues {}
