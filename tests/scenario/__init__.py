"""Tests of the scenario runner."""
