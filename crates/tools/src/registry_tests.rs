//! What only the registry's inside can show: the rule for tools that write down knowledge, with a tool made for it.
