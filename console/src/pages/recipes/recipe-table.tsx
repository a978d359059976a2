import { Badge, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Recipe } from '../../api/recipes.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

export function RecipeTable({ recipes }: { recipes: readonly Recipe[] }) {
  return (
    <DataTable label="Recipes" columns={['Name', 'State', 'Steps', 'By', 'Changed']} numeric={['Steps']}>
      {recipes.map((recipe) => (
        <Table.Tr key={recipe.recipeId}>
          <Table.Td>
            <Link to="/recipes/$recipeId" params={{ recipeId: recipe.recipeId }} className="row-link">
              {recipe.name}
            </Link>
          </Table.Td>
          <Table.Td>
            <Badge variant="dot" color={recipe.status === 'published' ? 'green' : 'gray'}>
              {recipe.errorMessage === null ? recipe.status : `${recipe.status}, with an error`}
            </Badge>
          </Table.Td>
          <Table.Td ta="right" className="number">
            {recipe.recipeType === 'SQL' ? 'SQL' : recipe.operations.length}
          </Table.Td>
          <Table.Td>{recipe.createdBy.fullName ?? recipe.createdBy.username}</Table.Td>
          <Table.Td>
            <Timestamp iso={recipe.updatedAt} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
